// Players that are no humans move by themselves, while nobody looks back.

import { still } from "pp/dom";
import { choose } from "pp/players";

const PAUSE = 420;

/** Makes the moves of programs in a play. */
export class Turns {
  constructor(play, settings) {
    this.play = play;
    this.settings = settings;
    this.waits = false;
    this.timer = 0;
  }

  /** The player to move in the position that is shown. */
  get player() {
    return this.settings.players[this.play.step.seat ?? this.play.seat ?? 0];
  }

  /** Whether a program is to move, here and now or when it is told to go on. */
  get isProgram() {
    return !this.play.step.terminal && this.player.kind !== "human";
  }

  /** Whether a click on the board is a move: not while a program is about to make one. */
  get isOpen() {
    return !this.isProgram || this.waits || !this.play.isLast;
  }

  /** Whether programs alone go round and round: the position is there for the third time. */
  get isRound() {
    const human = this.settings.players.some((player) => player.kind === "human");
    const { text, seat } = this.play.step;
    const same = this.play.steps.filter((step) => step.text === text && step.seat === seat);
    return !human && same.length > 2;
  }

  /** Looks at the position: a program moves after a moment, unless somebody has looked back. */
  consider(why) {
    clearTimeout(this.timer);
    if (why === "move" || why === "new" || why === "players") this.waits = false;
    if (why === "jump" || this.isRound) this.waits = true;
    if (!this.isProgram || this.waits || !this.play.isLast) return;
    this.timer = setTimeout(() => this.move(), still() ? 60 : PAUSE);
  }

  /** One move of the player whose turn it is, and on from there. */
  async move() {
    this.waits = false;
    clearTimeout(this.timer);
    if (this.play.step.terminal) return;
    await this.play.make(choose(this.player, this.play.record), "move");
  }

  /** Back to where a human was last to move. */
  undo() {
    let at = this.play.at - 1;
    while (at > 0 && this.isOf(at)) at -= 1;
    return this.play.goTo(at);
  }

  /** Forward to where a human is to move, or to the end. */
  redo() {
    let at = this.play.at + 1;
    while (at < this.play.moves.length && this.isOf(at)) at += 1;
    return this.play.goTo(at);
  }

  /** Whether a program has moved at a ply. */
  isOf(at) {
    const seat = this.play.steps[at].seat ?? 0;
    const human = this.settings.players.some((player) => player.kind === "human");
    return human && this.settings.players[seat].kind !== "human";
  }
}
