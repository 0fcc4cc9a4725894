/** What was asked of providers, kept in this process for a while; the oldest goes when there are too many. */
export class KeptAnswers<Answer> {
  readonly #kept = new Map<string, { readonly answer: Answer; readonly until: number }>();
  readonly #underWay = new Map<string, Promise<Answer>>();
  readonly #lifetimeMs: number;
  readonly #most: number;

  constructor(lifetimeMs: number, most = 500) {
    this.#lifetimeMs = lifetimeMs;
    this.#most = most;
  }

  find(name: string, now = Date.now()): Answer | undefined {
    const found = this.#kept.get(name);
    return found && found.until > now ? found.answer : undefined;
  }

  /**
   * Asks anew, and keeps what comes; whoever asks meanwhile waits for the same answer, so that nobody can have a slow provider
   * asked by the thousand. Rejects as `ask` does, and keeps nothing then.
   */
  ask(name: string, ask: () => Promise<Answer>): Promise<Answer> {
    const waiting = this.#underWay.get(name);
    if (waiting) return waiting;
    const asked = ask()
      .then((answer) => {
        this.keep(name, answer);
        return answer;
      })
      .finally(() => this.#underWay.delete(name));
    this.#underWay.set(name, asked);
    return asked;
  }

  keep(name: string, answer: Answer, now = Date.now()): void {
    this.#kept.delete(name);
    this.#kept.set(name, { answer, until: now + this.#lifetimeMs });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > this.#most && oldest !== undefined) this.#kept.delete(oldest);
  }
}
