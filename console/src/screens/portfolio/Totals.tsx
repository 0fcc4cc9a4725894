import { useFormat } from '../../messages/format.ts';
import { useMessages } from '../../messages/messages.tsx';
import { useFigure } from '../connections/figure.ts';
import styles from './portfolio.module.css';
import type { PortfolioData } from './types.ts';

/** How many sums are shown; files have all. */
const most = 8;

/** What adds up over all projects: each currency by itself, and converted where the account has rates. */
export function Totals({ data: { totals, converted } }: { readonly data: PortfolioData }) {
  const { portfolio } = useMessages();
  const format = useFormat();
  const write = useFigure();
  const several = totals.filter(({ projects }) => projects > 1).slice(0, most);
  const sums = converted.filter(
    ({ projects, rate_date, missing }) => projects > 1 && (rate_date || missing.length > 0),
  );
  if (several.length + sums.length === 0) return null;
  return (
    <ul className={styles.totals} aria-label={portfolio.totals}>
      {several.map((total) => (
        <li key={`${total.system} ${total.metric} ${total.unit} ${total.currency}`} className={styles.total}>
          <span className={styles.label}>
            <bdi>{total.label}</bdi> · <bdi>{total.system}</bdi>
          </span>
          <strong>
            <bdi>{write(total.value, total.unit, total.currency, total.decimals)}</bdi>
          </strong>
          <span className={styles.more}>
            {format.period(total.from, total.to)} · {portfolio.ofProjects(total.projects)}
            {total.other_days > 0 && <> · {portfolio.otherDays(total.other_days)}</>}
          </span>
        </li>
      ))}
      {sums.slice(0, most).map((total) => (
        <li key={`${total.system} ${total.metric} converted`} className={styles.total}>
          <span className={styles.label}>
            <bdi>{total.label}</bdi> · <bdi>{total.system}</bdi>
          </span>
          <strong>
            <bdi>{write(total.value, total.unit, total.currency, total.decimals)}</bdi>
          </strong>
          <span className={total.missing.length > 0 ? styles.warning : styles.more}>
            {total.missing.length > 0
              ? portfolio.noRate(total.missing.join(', '))
              : portfolio.converted(total.currency, format.day(total.rate_date ?? ''))}
            {total.other_days > 0 && <> · {portfolio.otherDays(total.other_days)}</>}
          </span>
        </li>
      ))}
    </ul>
  );
}
