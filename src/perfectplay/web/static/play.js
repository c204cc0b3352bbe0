// The play that is shown: its start, its moves, and how many of them are made.

const KEPT = 400;
const MOST_TRIED = 3000; // moves in the tree of variations

/** A play whose positions come from a source. Listeners are called after every change. */
export class Play {
  constructor(source, first) {
    this.source = source;
    this.answers = new Map();
    this.listeners = [];
    this.turn = 0;
    this.begin(null, 0);
    this.given = first ? [first, first] : null;
    this.steps = [];
    if (first) this.revalue();
    if (first) this.answers.set(this.key([]), Promise.resolve(first));
  }

  begin(state, seat) {
    this.state = state;
    this.seat = seat;
    this.moves = [];
    this.at = 0;
    this.root = { move: null, children: [] }; // of the tree of all moves that were tried
    this.tried = 0;
  }

  listen(listener) {
    this.listeners.push(listener);
  }

  /** The step that is shown. */
  get step() {
    return this.steps[this.at];
  }

  /** Whether the last position is shown, so that no move is undone. */
  get isLast() {
    return this.at === this.moves.length;
  }

  key(moves, state = this.state, seat = this.seat) {
    return JSON.stringify([state, seat, moves]);
  }

  /** The answer of the source, from the cache if possible. */
  ask(moves, state = this.state, seat = this.seat) {
    const key = this.key(moves, state, seat);
    let found = this.answers.get(key);
    if (found === undefined) {
      found = this.source.play(state, seat, moves);
      found.catch(() => this.answers.delete(key));
      this.answers.set(key, found);
      if (this.answers.size > KEPT) this.answers.delete(this.answers.keys().next().value);
    }
    return found;
  }

  /** Shows a play at one of its positions. Returns false if a later call came first; throws, without
   *  a change, if the source does. */
  async show({ state = this.state, seat = this.seat, moves = this.moves, at = moves.length, why, branches = [], fresh = why === "new" }) {
    const turn = ++this.turn;
    const here = this.ask(moves.slice(0, at), state, seat);
    const whole = at === moves.length ? here : this.ask(moves, state, seat);
    const [shown, all] = await Promise.all([here, whole]);
    if (turn !== this.turn) return false;
    if (fresh || state !== this.state || seat !== this.seat) this.begin(state, seat);
    Object.assign(this, { at, given: [shown, all] });
    this.moves = all.steps.slice(1).map((step) => step.move);
    this.grow(this.moves);
    for (const branch of branches) this.grow(branch);
    this.revalue();
    for (const listener of this.listeners) listener(why);
    return true;
  }

  /** Adds moves from the start to the tree of variations. */
  grow(moves) {
    if (this.tried > MOST_TRIED) {
      this.root = { move: null, children: [] };
      this.tried = 0;
    }
    let node = this.root;
    for (const move of moves) {
      let next = node.children.find((one) => one.move === move);
      if (next === undefined) {
        next = { move, children: [] };
        node.children.push(next);
        this.tried += 1;
      }
      node = next;
    }
  }

  /** Goes to a position of the tree; its first continuation follows as undone moves. */
  visit(moves) {
    const whole = [...moves];
    let node = this.root;
    for (const move of moves) node = node?.children.find((one) => one.move === move);
    for (node = node?.children[0]; node; node = node.children[0]) whole.push(node.move);
    return this.show({ moves: whole, at: moves.length, why: "jump" });
  }

  /** Takes the values that the source knows by now. */
  revalue() {
    const [shown, all] = this.given;
    const { record, drawing } = this.valued(shown, this.moves.slice(0, this.at));
    Object.assign(this, { record, drawing, steps: this.valued(all, this.moves).steps });
  }

  /** An answer of the source with the values that are known, if it was given without. */
  valued(answer, moves) {
    return this.source.valued?.(answer, this.state, this.seat, moves) ?? answer;
  }

  /** Makes a move in the position that is shown. Undone moves are dropped, unless the first of them
   *  is this move. */
  make(move, why = "move") {
    if (this.moves[this.at] === move) return this.goTo(this.at + 1, why);
    return this.show({ moves: [...this.moves.slice(0, this.at), move], why });
  }

  /** Makes several moves at once, after the first `at`. */
  follow(at, moves) {
    return this.show({ moves: [...this.moves.slice(0, at), ...moves], why: "jump" });
  }

  goTo(at, why = "jump") {
    return this.show({ at: Math.max(0, Math.min(at, this.moves.length)), why });
  }

  again() {
    return this.show({ moves: [], why: "new" });
  }

  /** A play from another state by its text; programs do not move in it before they are told to. */
  setUp(state, seat) {
    return this.show({ state, seat, moves: [], why: "jump" });
  }

  fromStart() {
    return this.show({ state: null, seat: 0, moves: [], why: "new" });
  }
}
