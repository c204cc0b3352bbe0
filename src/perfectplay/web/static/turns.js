// Lets programs move, unless the user looks at an earlier position.

import { still } from "pp/dom";

const PAUSE = 420;

/** Makes the moves of programs in a play; `choose` gives the move of a player. */
export class Turns {
  constructor(play, settings, choose) {
    this.play = play;
    this.settings = settings;
    this.choose = choose;
    this.waits = false;
    this.timer = 0;
  }

  /** The player to move in the position that is shown. */
  get player() {
    return this.settings.players[this.play.step.seat ?? this.play.seat ?? 0];
  }

  /** Whether a program is to move, now or when it is told to go on. */
  get isProgram() {
    return !this.play.step.terminal && this.player.kind !== "human";
  }

  /** Whether a click on the board makes a move: not while a program is about to move. */
  get isOpen() {
    return !this.isProgram || this.waits || !this.play.isLast;
  }

  /** Whether programs play without humans and repeat a position for the third time. */
  get isRound() {
    const human = this.settings.players.some((player) => player.kind === "human");
    const { text, seat } = this.play.step;
    const same = this.play.steps.filter((step) => step.text === text && step.seat === seat);
    return !human && same.length > 2;
  }

  /** Lets a program move after a moment, unless the user has gone to another position. */
  consider(why) {
    clearTimeout(this.timer);
    if (why === "move" || why === "new" || why === "players") this.waits = false;
    if (why === "jump" || this.isRound) this.waits = true;
    if (!this.isProgram || this.waits || !this.play.isLast) return;
    this.timer = setTimeout(() => this.begin(), still() ? 60 : PAUSE);
  }

  /** Makes a move; main.js shows what goes wrong. */
  begin() {
    return this.move();
  }

  /** Makes a move for the player to move; the play goes on from there. */
  async move() {
    this.waits = false;
    clearTimeout(this.timer);
    if (this.play.step.terminal) return;
    const turn = this.play.turn;
    try {
      const move = await this.choose(this.player);
      if (turn === this.play.turn) await this.play.make(move, "move");
    } catch (error) {
      this.waits = true; // it can be told to go on
      throw error;
    }
  }

  /** Goes back to the last position in which a human was to move. */
  undo() {
    let at = this.play.at - 1;
    while (at > 0 && this.isOf(at)) at -= 1;
    return this.play.goTo(at);
  }

  /** Goes forward to the next position in which a human is to move, or to the end. */
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
