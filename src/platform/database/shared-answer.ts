/** Asks one thing at a time, for all who wanted to know before it was asked. */
export class SharedAnswer<Answer> {
  readonly #askNow: () => Promise<Answer>;
  #underWay: Promise<unknown> | undefined;
  #next: Promise<Answer> | undefined;

  constructor(askNow: () => Promise<Answer>) {
    this.#askNow = askNow;
  }

  /** Never what was asked for before: it may have changed since. */
  ask(): Promise<Answer> {
    if (!this.#underWay) return this.#begin();
    this.#next ??= this.#underWay.then(() => this.#begin());
    return this.#next;
  }

  #begin(): Promise<Answer> {
    this.#next = undefined;
    const asking = this.#askNow();
    const underWay = asking
      .catch(() => {})
      .then(() => {
        if (this.#underWay === underWay) this.#underWay = undefined;
      });
    this.#underWay = underWay;
    return asking;
  }
}
