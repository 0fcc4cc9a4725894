import { useRead } from '../../api/reads.ts';
import { TextLink } from '../../components/Page.tsx';
import { useFormat } from '../../messages/format.ts';
import { useMessages } from '../../messages/messages.tsx';
import styles from './connections.module.css';

const most = 5;

/** Links to connections by their ids; to the first few, with how many there are. */
export function ConnectionNames({ ids }: { readonly ids: readonly string[] }) {
  const { common } = useMessages();
  const { number } = useFormat();
  if (ids.length === 0) return <span className={styles.quiet}>{common.none}</span>;
  return (
    <ul className={styles.list}>
      {ids.slice(0, most).map((id) => (
        <li key={id}>
          <ConnectionName id={id} />
        </li>
      ))}
      {ids.length > most && <li className={styles.quiet}>+ {number(ids.length - most)}</li>}
    </ul>
  );
}

function ConnectionName({ id }: { readonly id: string }) {
  const read = useRead('getConnection', { connection_id: id });
  return (
    <TextLink to="/connections/$connectionId" params={{ connectionId: id }}>
      <bdi>{read.data?.data.name ?? '…'}</bdi>
    </TextLink>
  );
}
