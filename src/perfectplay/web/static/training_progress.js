// Progress of a reader, kept in the browser; in memory only where the browser keeps nothing.

import { answered, merged, read, written } from "pp/leitner";

/** What is known of each puzzle that was answered, by its id. */
export class Progress {
  constructor(game) {
    this.game = game;
    this.key = `perfectplay-training:${game}`;
    this.kept = true; // whether the browser keeps it
    this.fault = "";
    this.entries = this.stored() ?? new Map();
  }

  /** What the browser has, or null. */
  stored() {
    let text = null;
    try {
      text = localStorage.getItem(this.key);
    } catch {
      this.kept = false;
    }
    if (text === null) return null;
    try {
      return read(text, this.game);
    } catch (error) {
      this.fault = `What this browser has kept cannot be read: ${error.message}. Progress begins anew.`;
      return null;
    }
  }

  /** Notes an answer. */
  answer(id, outcome, now = Date.now()) {
    this.take(this.stored()); // another window may have gone on
    this.entries.set(id, answered(this.entries.get(id), outcome, now));
    this.save();
  }

  take(others) {
    if (others) this.entries = merged(this.entries, others);
  }

  save() {
    try {
      localStorage.setItem(this.key, written(this.game, this.entries));
      this.kept = true;
    } catch {
      this.kept = false;
    }
  }

  /** Progress as the text of a file. */
  text() {
    return written(this.game, this.entries);
  }

  /** Adds the progress of a file. Throws an Error with a sentence, and then changes nothing. */
  add(name, text) {
    let found;
    try {
      found = read(text, this.game);
    } catch (error) {
      throw new Error(`${name} is not taken: ${error.message}.`);
    }
    this.take(found);
    this.save();
    return found.size;
  }

  /** Forgets everything. */
  forget() {
    this.entries = new Map();
    this.fault = "";
    this.save();
  }
}
