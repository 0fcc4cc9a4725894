import type { Session } from './engine.ts';

/** A session that counts what the server bills for the statements that are run by it. */
interface CountedSession extends Session {
  /** Of all statements so far; undefined where the server does not tell it. */
  readonly bytesBilled: number | undefined;
}

/** The same session, which counts from now on. Disposing is left to who opened it. */
export function counting(session: Session): CountedSession {
  let billed: number | undefined;
  return {
    get bytesBilled() {
      return billed;
    },
    async select(sql) {
      const answer = await session.select(sql);
      if (answer.bytesBilled !== undefined) billed = (billed ?? 0) + answer.bytesBilled;
      return answer;
    },
    async [Symbol.asyncDispose]() {},
  };
}
