import type { Data } from '../../api/client.ts';
import { Badge } from '../../components/states.tsx';
import { useFormat } from '../../messages/format.ts';
import { useMessages } from '../../messages/messages.tsx';
import styles from './templates.module.css';

type Template = Pick<Data<'getTemplate'>, 'published' | 'published_at' | 'has_changes'>;

/** Which revision of a template projects follow, since when, and whether its draft is another. */
export function Publishing({ template: { published, published_at, has_changes } }: { readonly template: Template }) {
  const { templates } = useMessages();
  const format = useFormat();
  if (published_at === null) return <Badge>{templates.never}</Badge>;
  return (
    <span className={styles.line}>
      <span>{templates.revision(published)}</span>
      <time dateTime={published_at} className={styles.more}>
        {format.time(published_at)}
      </time>
      {has_changes && <Badge tone="warning">{templates.hasChanges}</Badge>}
    </span>
  );
}
