// The play that is shown: where it began, its moves, and how many of them are made.

const KEPT = 400;

/** A play over a source. `changed` listeners hear of every new position. */
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

  /** Whether the end of the play is shown, so that nothing is undone. */
  get isLast() {
    return this.at === this.moves.length;
  }

  key(moves, state = this.state, seat = this.seat) {
    return JSON.stringify([state, seat, moves]);
  }

  /** An answer of the source, which is asked once. */
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

  /** Shows a play at one of its positions. What cannot be had changes nothing and is thrown;
   *  what is overtaken by a later wish is dropped. Gives whether it is shown. */
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

  /** Makes a move in the position that is shown; what was undone beyond it is given up, unless it
   *  is the same move. */
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

  /** A play from another state by its text; nobody moves in it before somebody asks. */
  setUp(state, seat) {
    return this.show({ state, seat, moves: [], why: "jump" });
  }

  fromStart() {
    return this.show({ state: null, seat: 0, moves: [], why: "new" });
  }
}
