import { Checkbox } from '../../components/fields.tsx';
import { useMessages } from '../../messages/messages.tsx';
import type { Dimension } from './metrics.ts';
import styles from './schema.module.css';

/** By which columns figures can be broken down. */
export function DimensionsEditor({
  all,
  dimensions,
  onChange,
}: {
  readonly all: readonly Dimension[];
  readonly dimensions: readonly Dimension[];
  readonly onChange: (dimensions: readonly Dimension[]) => void;
}) {
  const { check } = useMessages().connection;
  const kept = new Set(dimensions.map(({ key }) => key));
  const toggle = (key: string, is: boolean) =>
    onChange(all.filter((dimension) => (dimension.key === key ? is : kept.has(dimension.key))));
  if (all.length === 0) return null;
  return (
    <fieldset className={styles.group}>
      <legend>{check.groups}</legend>
      <div className={styles.row}>
        {all.map(({ key, label }) => (
          <Checkbox key={key} isSelected={kept.has(key)} onChange={(is) => toggle(key, is)}>
            <bdi>{label}</bdi>
          </Checkbox>
        ))}
      </div>
    </fieldset>
  );
}
