import { ConnectorError } from '../../src/reporting/connectors/contract.ts';
import {
  type EngineCall,
  type FromEngine,
  faultByValue,
  type ToEngine,
} from '../../src/reporting/connectors/engine/protocol.ts';
import { MemoryError } from '../../src/reporting/connectors/file/faults.ts';
import { memoryWord, watchParent } from '../../src/reporting/processes/watch-parent.ts';

/** What a call answers; otherwise it waits until its context is closed. */
export interface Told {
  readonly pid: number;
  readonly contextId: number;
  readonly memoryBytes: number;
}

const say = (message: FromEngine) => process.send?.(message);
const waiting = new Map<number, number[]>();
const stuck = new Set<number>();

/** An engine's process that behaves as the first argument of a call says. */
function behave({ id, contextId, rows, args: [what, bytes] }: EngineCall): void {
  const { memoryBytes = 0 } = rows;
  if (what === 'stick') stuck.add(contextId);
  else if (what === 'wait') waiting.set(contextId, [...(waiting.get(contextId) ?? []), id]);
  else if (what === 'crash') process.exit(7);
  else if (what === 'grow' && memoryBytes < Number(bytes)) process.stderr.write(memoryWord, () => process.exit(1));
  else if (what === 'hold' && memoryBytes < Number(bytes))
    say({ id, fault: faultByValue(new MemoryError('full', {})) });
  else if (what === 'refuse') say({ id, fault: faultByValue(new ConnectorError('resource_missing', 'refused')) });
  else say({ id, result: { pid: process.pid, contextId, memoryBytes } satisfies Told });
}

process.on('message', (message: ToEngine) => {
  if ('call' in message) return behave(message.call);
  if (stuck.has(message.close)) return;
  for (const id of waiting.get(message.close) ?? []) {
    say({ id, fault: faultByValue(new ConnectorError('transient', 'stopped')) });
  }
  say({ closed: message.close, rssBytes: 0 });
});
watchParent();
