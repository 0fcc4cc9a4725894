import { createHash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import type { Description, Query, QueryResult } from '../../reporting/connectors/contract.ts';
import { getConnector } from '../../reporting/connectors/registry.ts';
import type { ConnectionRow } from '../connections/connections.ts';
import { getGrant } from '../connections/oauth-grants.ts';
import { type OpenConnection, openConnection } from '../connections/open-connection.ts';
import type { Open } from '../generation-jobs/ask-connections.ts';
import type { KeptAnswer } from './protocol.ts';

type Depicted = Awaited<ReturnType<OpenConnection['depict']>>;

/** Where answers are kept; it answers from another thread. */
export interface AnswerStore {
  find(key: string): Promise<KeptAnswer | undefined>;
  keep(key: string, bytes: Uint8Array): void;
}

/**
 * Opens connections that answer from the store what was asked of the same version of the connection before, and open the
 * system only for what was not.
 */
export function openKeeping(store: AnswerStore): Open {
  return async (row, environment, use) => {
    const version = digest([await versionOf(row, environment.db), use.locale]);
    const keyOf = (question: unknown) => `${row.id} ${version} ${digest(question)}`;
    let opened: Promise<OpenConnection> | undefined;
    const source = () => {
      opened ??= openConnection(row, environment, use);
      return opened;
    };
    let keptSince: string | undefined;
    const find = async <Answer>(question: unknown): Promise<Answer | undefined> => {
      const kept = await store.find(keyOf(question));
      if (!kept) return undefined;
      if (keptSince === undefined || kept.at < keptSince) keptSince = kept.at;
      return deserialize(kept.bytes);
    };
    const keep = <Answer>(question: unknown, answer: Answer): Answer => {
      store.keep(keyOf(question), serialize(answer));
      return answer;
    };
    return {
      row,
      reach: getConnector(row.system).reach,
      describe: async () =>
        (await find<Description>('describe')) ?? keep('describe', await (await source()).describe()),
      catalog: async () => (await source()).catalog(),
      query: async (query) => (await source()).query(query),
      async queryAll(queries, through) {
        const found = await Promise.all(queries.map((query) => find<QueryResult>(query)));
        const missing = queries.filter((_, index) => !found[index]);
        const fresh = missing.length > 0 ? await (await source()).queryAll(missing, through) : [];
        const byQuery = new Map<Query, QueryResult>();
        for (const [index, query] of missing.entries()) {
          const answer = fresh[index];
          if (answer) byQuery.set(query, keep(query, answer));
        }
        return queries.flatMap((query, index) => found[index] ?? byQuery.get(query) ?? []);
      },
      depict: async (asked) =>
        (await find<Depicted>(['depict', asked])) ?? keep(['depict', asked], await (await source()).depict(asked)),
      keptSince: () => keptSince,
      async [Symbol.asyncDispose]() {
        const open = await opened?.catch(() => undefined);
        await open?.[Symbol.asyncDispose]();
      },
    };
  };
}

/** Changes with the configuration and with what the connection proves itself with. */
async function versionOf(row: ConnectionRow, db: Parameters<typeof getGrant>[0]): Promise<unknown> {
  const grant = row.grant_id === null ? null : await getGrant(db, row.grant_id);
  return [row.updated_at, row.config, grant?.updated_at];
}

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url');
}
