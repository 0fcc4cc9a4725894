import { ProgressBar } from '../../components/ProgressBar.tsx';
import { useFormat } from '../../messages/format.ts';
import { useMessages } from '../../messages/messages.tsx';
import styles from './usage.module.css';

/** How much of a limit is used; a limit that is null is none. */
export function Gauge({
  label,
  used,
  limit,
  advice,
}: {
  readonly label: string;
  readonly used: number;
  readonly limit: number | null;
  readonly advice?: string | undefined;
}) {
  const { usage } = useMessages();
  const { number } = useFormat();
  return (
    <div className={styles.gauge}>
      <div className={styles.gaugeHead}>
        <strong>{label}</strong>
        <span>{limit === null ? usage.unlimited(number(used)) : usage.ofLimit(number(used), number(limit))}</span>
      </div>
      {limit !== null && <ProgressBar label={label} value={limit === 0 ? 1 : Math.min(1, used / limit)} />}
      {advice && <span className={styles.muted}>{advice}</span>}
    </div>
  );
}
