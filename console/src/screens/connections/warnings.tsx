import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Called, Data } from '../../api/client.ts';
import { useWrite } from '../../api/writes.ts';
import { Note } from '../../components/states.tsx';
import { useMessages } from '../../messages/messages.tsx';
import styles from './connections.module.css';
import { listsOfConnections } from './refreshed.ts';

type Trying = 'createConnection' | 'updateConnection' | 'verifyConnection';
type Found = NonNullable<Data<Trying>['verification']>['warnings'];

const warningsOf = (connectionId: string) => ['warnings', connectionId] as const;

/** An operation that tries the connection as well; what its system makes doubtful is shown by `Warnings` from then on. */
export function useConnectionWrite<Id extends Trying>(id: Id, onDone?: (answer: Called<Id>) => void) {
  const queries = useQueryClient();
  return useWrite(id, {
    refreshes: listsOfConnections,
    onDone(answer: Called<Id>) {
      const { data }: Called<Trying> = answer;
      if (data.verification) queries.setQueryData<Found>(warningsOf(data.id), data.verification.warnings);
      onDone?.(answer);
    },
  });
}

/** What reports would say wrongly about the figures of a connection, as its system was last tried here. */
export function Warnings({ connectionId }: { readonly connectionId: string }) {
  const { details } = useMessages().connection;
  const { data: found = [] } = useQuery<Found>({ queryKey: warningsOf(connectionId), enabled: false });
  if (found.length === 0) return null;
  return (
    <Note
      tone="warning"
      title={details.doubtful}
      text={
        <ul className={styles.list}>
          {found.map(({ code, path, message }) => (
            <li key={`${code} ${path}`} lang="en" dir="auto">
              {message}
            </li>
          ))}
        </ul>
      }
    />
  );
}
