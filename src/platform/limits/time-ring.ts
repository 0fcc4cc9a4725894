/** A queue of times, oldest first, in a ring that doubles when it is full. Every operation takes constant time on average. */
export class TimeRing {
  #times = new Float64Array(8);
  #first = 0;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(timeMs: number): void {
    if (this.#length === this.#times.length) this.#grow();
    this.#times[this.#slot(this.#length)] = timeMs;
    this.#length++;
  }

  /** The time at an index counted from the oldest; undefined past the end. */
  at(index: number): number | undefined {
    return index < this.#length ? this.#times[this.#slot(index)] : undefined;
  }

  /** The newest times, at most `count`. */
  newest(count: number): number[] {
    const from = Math.max(0, this.#length - count);
    return Array.from({ length: this.#length - from }, (_, index) => this.at(from + index) as number);
  }

  dropNewest(): void {
    if (this.#length > 0) this.#length--;
  }

  /** Removes the times up to and including `untilMs`. */
  dropUntil(untilMs: number): void {
    while (this.#length > 0 && (this.#times[this.#first] as number) <= untilMs) {
      this.#first = this.#slot(1);
      this.#length--;
    }
  }

  /** Adds the same amount to each time. */
  move(byMs: number): void {
    for (let index = 0; index < this.#length; index++) {
      const slot = this.#slot(index);
      this.#times[slot] = (this.#times[slot] as number) + byMs;
    }
  }

  /** Turns times after `nowMs`, which only a clock that jumped back can leave, into `nowMs`. */
  bringBackTo(nowMs: number): void {
    for (let index = this.#length - 1; index >= 0; index--) {
      const slot = this.#slot(index);
      if ((this.#times[slot] as number) <= nowMs) return;
      this.#times[slot] = nowMs;
    }
  }

  #slot(index: number): number {
    return (this.#first + index) & (this.#times.length - 1);
  }

  #grow(): void {
    const larger = new Float64Array(this.#times.length * 2);
    larger.set(this.#times.subarray(this.#first));
    larger.set(this.#times.subarray(0, this.#first), this.#times.length - this.#first);
    this.#times = larger;
    this.#first = 0;
  }
}
