import { parentPort, workerData } from 'node:worker_threads';
import { openConnectorContext } from '../../reporting/connectors/context.ts';
import { ConnectorError } from '../../reporting/connectors/contract.ts';
import { closeEngine } from '../../reporting/connectors/engine/engine.ts';
import { inspectOwn } from '../../reporting/connectors/file/paths.ts';
import { describeFile, type FileColumn } from '../../reporting/connectors/proposals/describe-file.ts';

/** What the thread is asked; the name ends in the format. */
export interface DescribeRequest {
  readonly path: string;
  readonly name: string;
  readonly format: string;
  /** Epoch milliseconds. */
  readonly deadline: number;
}

export type DescribeReply = { readonly columns: readonly FileColumn[] } | { readonly fault: string };

const nothing = { allowedNetworks: [], grantedNetworks: [], ownServices: [], ownBucket: null, systemAddresses: {} };
const noSecret = {
  lease: async () => ({ secret: null, [Symbol.asyncDispose]: async () => {} }),
  save: async () => false,
};

async function describe({ path, name, format, deadline }: DescribeRequest): Promise<DescribeReply> {
  await using context = openConnectorContext({
    ...{ signal: new AbortController().signal, deadline, dataRoots: [], network: nothing },
    ...{ secret: null, secretStore: noSecret, log: { info() {}, warn() {} } },
  });
  try {
    return { columns: await describeFile(await inspectOwn(path, name), format, context) };
  } catch (error) {
    if (error instanceof ConnectorError && error.kind === 'invalid_config') return { fault: error.message };
    throw error;
  }
}

const reply = await describe(workerData as DescribeRequest);
// The engine's process keeps no thread alive, and would outlive this one.
const alive = setInterval(() => {}, 1_000);
await closeEngine();
clearInterval(alive);
parentPort?.postMessage(reply);
