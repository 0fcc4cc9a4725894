import { type Static, Type } from 'typebox';
import type { Database, Queryable } from '../../../platform/database/tables.ts';
import { ServiceError } from '../../../platform/errors.ts';
import { refusedField } from '../../../platform/faults.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { resource } from '../../../platform/http/envelope.ts';
import { type ConnectionRow, getConnection, listConnections } from '../../connections/connections.ts';
import type { Vault } from '../../connections/vault.ts';
import { copyConnection } from '../../projects/copy-project.ts';
import { type BulkAction, projectOf } from '../bulk-action.ts';

const Parameters = resource(
  {
    type: Type.Literal('connect'),
    connection_id: Type.String({
      description: 'A connection of any project of the account.',
      examples: ['con_01jd5w0k3m8q2r4t6v8x0z1b3d'],
    }),
  },
  {
    title: 'BulkConnect',
    description:
      'Gives each project a connection that reads the same, with its sign-in or a secret of its own. A project that has one already keeps it.',
  },
);

/** Gives each project a copy of one connection. */
export function connectAction(db: Database, vault: Vault): BulkAction<Omit<Static<typeof Parameters>, 'type'>> {
  return {
    action: 'connect',
    access: { role: 'editor' },
    parameters: Parameters,
    async prepare(parameters, caller) {
      if (await findSeen(db, caller, parameters.connection_id)) return parameters;
      throw refusedField('action.connection_id', 'value', 'names no connection of the account');
    },
    async runItem(transaction, { caller, parameters }, item) {
      const source = await findSeen(transaction, caller, parameters.connection_id);
      if (!source) {
        const message = 'The connection was removed meanwhile. Choose another one.';
        throw new ServiceError('not_found', { message });
      }
      const projectId = projectOf(item);
      const there = (await listConnections(transaction, projectId)).find((each) => readsSame(each, source));
      if (there) return { result: { connection_id: there.id, already_there: true } };
      const { id, system } = await copyConnection(transaction, vault, source, projectId);
      const details = { project_id: projectId, system, copied_from: source.id };
      return {
        result: { connection_id: id, already_there: false },
        recorded: [{ action: 'connection.add', subject: id, details }],
      };
    },
  };
}

/** The connection, where whoever asks for it sees its project. */
async function findSeen(
  db: Queryable,
  { account, projectIds }: Caller,
  id: string,
): Promise<ConnectionRow | undefined> {
  const found = await getConnection(db, id, account.id).catch((error: unknown) => {
    if (error instanceof ServiceError && error.code === 'not_found') return undefined;
    throw error;
  });
  return found && (projectIds?.includes(found.project_id) ?? true) ? found : undefined;
}

/** Two secrets are not compared: of one source with two credentials a project needs one. */
function readsSame(one: ConnectionRow, other: ConnectionRow): boolean {
  return one.system === other.system && one.config === other.config && one.grant_id === other.grant_id;
}
