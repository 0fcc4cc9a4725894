import { ConnectorError } from '../../reporting/connectors/contract.ts';

/** How one attempt ended. */
export interface Answer {
  readonly startedAt: string;
  readonly durationMs: number;
  /** Null where there was none. */
  readonly httpStatus: number | null;
  /** Why it failed, for people; null where it did not. */
  readonly failure: string | null;
  /** The beginning of the answer, as text. */
  readonly answer: string | null;
  /** The wait that the endpoint asked for. */
  readonly askedMs: number | undefined;
  /** Where this service is at fault: whether another attempt may help. It says nothing of the endpoint. */
  readonly own?: 'passing' | 'final';
}

/** What is sent in one attempt. */
export interface Message {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const attemptMs = 15_000;
const answerBytes = 2_048;

/** Sends a message once, within 15 seconds; a redirect is not followed. Does not reject, unless `cut` aborts it. */
export async function sendAttempt(
  fetch: typeof globalThis.fetch,
  message: Message,
  cut: AbortSignal,
  withinMs = attemptMs,
): Promise<Answer> {
  const startedAt = new Date().toISOString();
  const started = performance.now();
  const timeout = AbortSignal.timeout(withinMs);
  const signal = AbortSignal.any([cut, timeout]);
  const ended = (rest: Pick<Answer, 'httpStatus' | 'failure' | 'answer' | 'askedMs'>): Answer => {
    return { startedAt, durationMs: Math.round(performance.now() - started), ...rest };
  };
  try {
    const { url, headers, body } = message;
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
    const answer = await readBeginning(response);
    cut.throwIfAborted();
    const askedMs = readRetryAfter(response.headers.get('retry-after'));
    return ended({ httpStatus: response.status, failure: failureOf(response.status), answer, askedMs });
  } catch (error) {
    cut.throwIfAborted();
    const failure = timeout.aborted ? `There was no answer within ${withinMs / 1_000} seconds.` : wordsOf(error);
    return ended({ httpStatus: null, failure, answer: null, askedMs: undefined });
  }
}

function failureOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return `It answered ${status}: redirects are not followed. Correct the address.`;
  return `It answered ${status}.`;
}

/** What the guard refuses says why; of the network only the code tells anything. */
function wordsOf(error: unknown): string {
  if (error instanceof ConnectorError && error.kind === 'invalid_config') return error.message;
  const { code } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
  return `The address could not be reached${typeof code === 'string' ? ` (${code})` : ''}.`;
}

/** The status alone decides: a body that breaks off, or never ends, changes nothing. */
async function readBeginning({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const reader = body?.getReader();
  try {
    while (reader && bytes < answerBytes) {
      const { done, value } = await reader.read();
      if (done) break;
      chunks.push(value);
      bytes += value.length;
    }
  } catch {
    // What has come is kept.
  }
  await reader?.cancel().catch(() => {});
  // PostgreSQL stores no zero characters.
  return Buffer.concat(chunks).subarray(0, answerBytes).toString('utf8').replaceAll('\0', '\u{fffd}');
}

/** Seconds, or a date (RFC 9110 section 10.2.3). */
export function readRetryAfter(value: string | null, now = Date.now()): number | undefined {
  if (value === null) return undefined;
  const ms = /^\d{1,9}$/.test(value.trim()) ? Number(value) * 1_000 : Date.parse(value) - now;
  return ms > 0 ? ms : undefined;
}
