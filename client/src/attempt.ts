import { longestTimerMs } from './clock.ts';
import { AbortedError, NetworkError, ReportServiceError, TimeoutError } from './errors.ts';

/** Aborts one attempt when the service is silent for too long or the caller gives up. */
export interface Guard {
  /** For `fetch`; its reason is a TimeoutError or an AbortedError. */
  readonly signal: AbortSignal;
  /** From now on the service may be silent for `silenceMs`, and the call has `remainingMs` in all. */
  arm(silenceMs: number, remainingMs: number): void;
  /** Nothing is expected from the service at the moment. */
  disarm(): void;
  /** Removes all timers and listeners. */
  end(): void;
}

export function createGuard(outer: AbortSignal | undefined): Guard {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const disarm = () => clearTimeout(timer);
  const abort = () => controller.abort(new AbortedError(outer?.reason));
  if (outer?.aborted) abort();
  outer?.addEventListener('abort', abort, { once: true });
  return {
    signal: controller.signal,
    disarm,
    arm(silenceMs, remainingMs) {
      disarm();
      const waitMs = Math.min(Math.max(0, Math.ceil(Math.min(silenceMs, remainingMs))), longestTimerMs);
      const message =
        remainingMs < silenceMs
          ? 'The call did not end before its deadline.'
          : `The service was silent for ${waitMs} ms.`;
      timer = setTimeout(() => controller.abort(new TimeoutError(message)), waitMs);
    },
    end() {
      disarm();
      outer?.removeEventListener('abort', abort);
    },
  };
}

/** The error behind a rejected `fetch` or read: the guard's own reason, or a network fault. */
export function readFault(error: unknown, { signal }: Guard): Error {
  if (error instanceof ReportServiceError) return error;
  if (signal.aborted) return signal.reason;
  return new NetworkError(`The service could not be reached: ${describe(error)}.`, { cause: error });
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  const code = cause instanceof Error ? ((cause as { code?: string }).code ?? cause.message) : undefined;
  return code ? `${error.message} (${code})` : error.message;
}
