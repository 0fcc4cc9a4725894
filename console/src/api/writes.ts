import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { type Called, call, type Input, NetworkError, type OperationId, TimeoutError } from './client.ts';

interface WriteOptions<Id extends OperationId> {
  /** The operations whose answers are stale then; those of the screen are read again before `write` ends. */
  readonly refreshes?: readonly OperationId[];
  readonly onDone?: (answer: Called<Id>) => void;
  /** For what is not shown beside a form, such as a switch that was refused. */
  readonly onFault?: (error: Error) => void;
}

interface Intent<Id extends OperationId> {
  readonly input: Input<Id>;
  readonly ifMatch?: string | undefined;
}

/**
 * An operation that changes something, for a button or form. While it runs, `isPending` is true and a further `write` does
 * nothing; the same again after the network failed carries the same idempotency key, so it happens once.
 */
export function useWrite<Id extends OperationId>(id: Id, { refreshes = [], onDone, onFault }: WriteOptions<Id> = {}) {
  const queries = useQueryClient();
  const running = useRef(false);
  const open = useRef<{ readonly intent: string; readonly key: string } | null>(null);
  const mutation = useMutation<Called<Id>, Error, Intent<Id>>({
    // What is done while the network is away fails with a word rather than happening at some later time.
    networkMode: 'always',
    async mutationFn(intent) {
      const text = JSON.stringify(intent);
      if (open.current?.intent !== text) open.current = { intent: text, key: newKey() };
      const options = { idempotencyKey: open.current.key, ifMatch: intent.ifMatch };
      try {
        const answer = await call(id, intent.input, options);
        open.current = null;
        return answer;
      } catch (error) {
        if (!(error instanceof NetworkError || error instanceof TimeoutError)) open.current = null;
        throw error;
      }
    },
    async onSuccess(answer) {
      await Promise.all(refreshes.map((one) => queries.invalidateQueries({ queryKey: [one] })));
      onDone?.(answer);
    },
    onError: (error) => onFault?.(error),
    onSettled() {
      running.current = false;
    },
  });
  const write = (input: Input<Id>, ifMatch?: string) => {
    if (running.current) return;
    running.current = true;
    mutation.mutate({ input, ifMatch });
  };
  return { write, isPending: mutation.isPending, fault: mutation.error, reset: mutation.reset };
}

/** An idempotency key of its own. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
