import { Badge } from '../../components/states.tsx';
import { useMessages } from '../../messages/messages.tsx';
import styles from './Projects.module.css';

/** The folder that a project is in, and its tags; nothing where it has neither. */
export function Labels({
  of: { tags, folder },
}: {
  readonly of: { readonly tags: readonly string[]; readonly folder: string | null };
}) {
  const { kinds } = useMessages().labels;
  if (tags.length === 0 && folder === null) return null;
  return (
    <span className={styles.labels}>
      {folder !== null && (
        <span>
          <span className="unseen">{kinds.folder}: </span>
          <bdi>{folder}</bdi>
        </span>
      )}
      {tags.map((tag) => (
        <Badge key={tag}>
          <bdi>{tag}</bdi>
        </Badge>
      ))}
    </span>
  );
}
