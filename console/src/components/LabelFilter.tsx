import { useMessages } from '../messages/messages.tsx';
import { Button } from './Button.tsx';
import { ComboBox } from './ComboBox.tsx';
import { isNarrowed, type LabelQuery, useLabels } from './labels.ts';
import styles from './TagsField.module.css';

/** Chips of what a list is narrowed to, and a field for more; nothing where the account has no tags and folders. */
export function LabelFilter({
  value,
  onChange,
}: {
  readonly value: LabelQuery;
  readonly onChange: (value: LabelQuery) => void;
}) {
  const { labels, common } = useMessages();
  const { tag = [], folder } = value;
  const known = useLabels() ?? [];
  if (known.length === 0 && !isNarrowed(value)) return null;
  const change = (tags: readonly string[], inFolder: string | undefined) =>
    onChange({ ...(tags.length > 0 && { tag: [...tags] }), ...(inFolder !== undefined && { folder: inFolder }) });
  const choose = (id: string) => {
    const label = known.find((one) => one.id === id);
    if (label?.kind === 'folder') change(tag, label.name);
    else if (label) change([...tag, label.name], folder);
  };
  const chips = [
    ...(folder === undefined ? [] : [{ kind: 'folder' as const, name: folder, leave: () => change(tag, undefined) }]),
    ...tag.map((name) => ({
      ...{ kind: 'tag' as const, name },
      leave: () =>
        change(
          tag.filter((other) => other !== name),
          folder,
        ),
    })),
  ];
  return (
    <>
      <div className={styles.choice}>
        <ComboBox
          label={labels.filter}
          value={null}
          onChange={choose}
          options={known
            .filter(({ kind, name }) => (kind === 'tag' ? !tag.includes(name) : name !== folder))
            .map((label) => ({
              ...{ id: label.id, label: label.name },
              advice: labels.kinds[label.kind],
            }))}
        />
      </div>
      {chips.length > 0 && (
        <ul className={`${styles.tags} ${styles.chosen}`} aria-label={labels.chosen}>
          {chips.map(({ kind, name, leave }) => (
            <li key={`${kind} ${name}`} className={styles.tag}>
              <span className="unseen">{labels.kinds[kind]}: </span>
              <bdi>{name}</bdi>
              <Button look="quiet" icon="close" aria-label={`${common.remove}: ${name}`} onPress={leave} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
