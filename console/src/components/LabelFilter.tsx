import type { Data } from '../api/client.ts';
import { useWholeList } from '../api/reads.ts';
import { useMessages } from '../messages/messages.tsx';
import { Button } from './Button.tsx';
import { ComboBox } from './ComboBox.tsx';
import styles from './TagsField.module.css';

/** What narrows a list to the projects that have all of the tags and are in the folder. */
export interface LabelQuery {
  readonly tag?: string[];
  readonly folder?: string;
}

export type Label = Data<'listTags'>['items'][number];

/** The tags and folders of the account, by name; undefined until they are there. */
export function useLabels(): readonly Label[] | undefined {
  return useWholeList('listTags', { query: { sort: 'name', direction: 'asc' } });
}

/** Whether a list is narrowed. */
export const isNarrowed = ({ tag, folder }: LabelQuery) => Boolean(tag?.length) || folder !== undefined;

/** Chips of what a list is narrowed to, and a field for more; nothing where the account has no tags and folders. */
export function LabelFilter({
  value,
  onChange,
}: {
  readonly value: LabelQuery;
  readonly onChange: (value: LabelQuery) => void;
}) {
  const { labels, projects, common } = useMessages();
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
    <div className={styles.field}>
      <ComboBox
        label={labels.filter}
        value={null}
        onChange={choose}
        options={known
          .filter(({ kind, name }) => (kind === 'tag' ? !tag.includes(name) : name !== folder))
          .map((label) => ({
            ...{ id: label.id, label: label.name },
            advice: `${labels.kinds[label.kind]} · ${projects.count(label.projects)}`,
          }))}
      />
      {chips.length > 0 && (
        <ul className={styles.tags} aria-label={labels.chosen}>
          {chips.map(({ kind, name, leave }) => (
            <li key={`${kind} ${name}`} className={styles.tag}>
              <span className="unseen">{labels.kinds[kind]}: </span>
              <bdi>{name}</bdi>
              <Button look="quiet" icon="close" aria-label={`${common.remove}: ${name}`} onPress={leave} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
