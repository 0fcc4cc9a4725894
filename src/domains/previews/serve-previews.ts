import type { MessagePort } from 'node:worker_threads';
import type { JobLog } from '../../platform/jobs/job-handler.ts';
import type { Measure } from '../../platform/jobs/measures.ts';
import { warmEngine } from '../../reporting/connectors/engine/engine.ts';
import type { GenerationContext } from '../generation-jobs/make-document.ts';
import { explainToAsker } from './explain-to-asker.ts';
import { type AnswerStore, openKeeping } from './keeping-connection.ts';
import { makePreview, makeStored } from './make-preview.ts';
import { tookTooLong } from './preview-faults.ts';
import { type FromThread, type KeptAnswer, type Made, type ToThread, toRefusal } from './protocol.ts';

/** A larger answer is not kept: it would push out what others' previews need. */
const mostBytesOfAnswer = 4 * 2 ** 20;

/** Makes the previews that the port orders, one at a time, until it says `stop`; then resolves. */
export function servePreviews(port: MessagePort, context: GenerationContext, log: JobLog): Promise<void> {
  const tell = (message: FromThread) => port.postMessage(message);
  const takeMeasure = (measure: Measure) => tell({ type: 'measure', measure });
  const store = new RemoteAnswers(tell);
  const open = openKeeping(store);
  const stopped = Promise.withResolvers<void>();
  const stops = new Map<number, AbortController>();

  async function make({ id, draft, deadline, wanted }: Extract<ToThread, { type: 'make' }>): Promise<Made> {
    const stop = new AbortController();
    stops.set(id, stop);
    const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(Math.max(0, deadline - Date.now()))]);
    try {
      const isLastTry = wanted.as === 'page' || wanted.isLastTry;
      const run = { signal, deadline, log, takeMeasure, progress: () => {}, isLastTry };
      if (wanted.as === 'document') {
        return { type: 'documented', id, document: await makeStored(context, draft, run, open) };
      }
      return { type: 'made', id, page: await makePreview(context, draft, run, open) };
    } catch (error) {
      const explained = explainToAsker(error, draft.settings);
      const told = signal.aborted ? tookTooLong(explained) : explained;
      if (told?.cause) log.warn({ err: told.cause, account: draft.project.account_id }, 'a preview was refused');
      if (told) return { type: 'refused', id, refusal: toRefusal(told) };
      return { type: 'failed', id, error: error instanceof Error ? `${error.stack}` : String(error) };
    } finally {
      stops.delete(id);
    }
  }

  port.on('message', (message: ToThread) => {
    if (message.type === 'warm') warmEngine();
    if (message.type === 'make') void make(message).then(tell);
    if (message.type === 'abort') stops.get(message.id)?.abort();
    if (message.type === 'found') store.hear(message.call, message.answer);
    if (message.type === 'stop') stopped.resolve();
  });
  return stopped.promise;
}

/** The kept answers, which the main thread has: they outlive this one, and all threads share them. */
class RemoteAnswers implements AnswerStore {
  readonly #tell: (message: FromThread) => void;
  readonly #calls = new Map<number, (answer: KeptAnswer | undefined) => void>();
  #lastCall = 0;

  constructor(tell: (message: FromThread) => void) {
    this.#tell = tell;
  }

  find(key: string): Promise<KeptAnswer | undefined> {
    const { promise, resolve } = Promise.withResolvers<KeptAnswer | undefined>();
    const call = ++this.#lastCall;
    this.#calls.set(call, resolve);
    this.#tell({ type: 'find', call, key });
    return promise;
  }

  keep(key: string, bytes: Uint8Array): void {
    if (bytes.length <= mostBytesOfAnswer) this.#tell({ type: 'keep', key, bytes });
  }

  hear(call: number, answer: KeptAnswer | undefined): void {
    this.#calls.get(call)?.(answer);
    this.#calls.delete(call);
  }
}
