// The play that is shown: its start, its moves, and how many of them are made.

const KEPT = 400;

/** A play whose positions come from a source. Listeners are called after every change. */
export class Play {
  constructor(source, first) {
    this.source = source;
    this.answers = new Map();
    this.listeners = [];
    this.turn = 0;
    this.begin(null, 0);
    this.steps = first?.steps ?? [];
    this.record = first?.record ?? null;
    this.drawing = first?.drawing ?? null;
    if (first) this.answers.set(this.key([]), Promise.resolve(first));
  }

  begin(state, seat) {
    this.state = state;
    this.seat = seat;
    this.moves = [];
    this.at = 0;
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
  async show({ state = this.state, seat = this.seat, moves = this.moves, at = moves.length, why }) {
    const turn = ++this.turn;
    const here = this.ask(moves.slice(0, at), state, seat);
    const whole = at === moves.length ? here : this.ask(moves, state, seat);
    const [shown, all] = await Promise.all([here, whole]);
    if (turn !== this.turn) return false;
    Object.assign(this, { state, seat, at, steps: all.steps });
    this.moves = all.steps.slice(1).map((step) => step.move);
    this.record = shown.record;
    this.drawing = shown.drawing;
    for (const listener of this.listeners) listener(why);
    return true;
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
