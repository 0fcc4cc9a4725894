import type { Messages } from '../../messages/catalog.ts';
import type { useFormat } from '../../messages/format.ts';
import { useLanguage, useMessages } from '../../messages/messages.tsx';
import { numbersIn, useFigure } from '../connections/figure.ts';
import styles from './portfolio.module.css';
import { Spark } from './Spark.tsx';
import type { PortfolioFigure } from './types.ts';

/** From this age on it is said how old a figure is, whatever its source answered last. */
const oldMs = 36 * 60 * 60_000;

/** A figure with what it was before, its goal, and all that has to be known about it. */
export function FigureCard({
  figure,
  isOld,
  format,
}: {
  readonly figure: PortfolioFigure;
  /** Whether its source has failed since. */
  readonly isOld: boolean;
  readonly format: ReturnType<typeof useFormat>;
}) {
  const { portfolio } = useMessages();
  const { locale } = useLanguage();
  const write = useFigure();
  const { unit, currency, decimals, goal, change, period, forecast, budget_left: left, notes } = figure;
  const shown = (value: number | null) => write(value, unit, currency, decimals);
  const percent = { style: 'percent', maximumFractionDigits: 1 } as const;
  const share = (part: number) => numbersIn(locale, percent).format(part);
  const signed = numbersIn(locale, { ...percent, signDisplay: 'exceptZero' });
  const ratio = unit === 'percent' ? null : (change?.ratio ?? null);
  const points = unit === 'percent' && change ? portfolio.points(numberOf(locale, change.absolute * 100)) : null;
  const age = Date.now() - Date.parse(figure.read_at);
  return (
    <div className={styles.figure}>
      <span className={styles.label} title={figure.connection_name}>
        <bdi>{figure.label}</bdi>
      </span>
      <span className={styles.value}>
        <bdi>{shown(figure.value)}</bdi>
        <Spark values={figure.spark} />
      </span>
      {period === null && <span className={styles.more}>{portfolio.monthBegins}</span>}
      {change && (
        <span className={styles[change.sentiment]}>
          {points ?? (ratio === null ? '–' : signed.format(ratio))}{' '}
          <span className={styles.more}>{portfolio.before(shown(figure.compared))}</span>
        </span>
      )}
      {goal && (
        <span className={styles[goal.sentiment]}>
          {portfolio.goal(shown(goal.target))}
          {goal.pace !== null && <> · {portfolio.pace(share(goal.pace))}</>}
        </span>
      )}
      {forecast !== null && <span className={styles.more}>{portfolio.forecast(shown(forecast))}</span>}
      {left !== null && (
        <span className={left < 0 ? styles.bad : styles.more}>
          {left < 0 ? portfolio.overspent(shown(-left)) : portfolio.left(shown(left))}
        </span>
      )}
      {notes.map(({ code, date, count }) => (
        <span key={code} className={styles.warning}>
          {noteOf(portfolio.notes, code, date && format.day(date), count)}
        </span>
      ))}
      {(isOld || age > oldMs) && (
        <span className={styles.warning} title={period ? format.period(period.from, period.to) : undefined}>
          {portfolio.age(format.since(figure.read_at))}
        </span>
      )}
    </div>
  );
}

/** What has to be known about a figure, in the reader's words. */
function noteOf(words: Messages['portfolio']['notes'], code: string, day: string | null, count: number | null): string {
  if (code === 'missing_days') return words.missingDays(count ?? 0);
  if (code === 'values_left_out') return words.leftOut(count ?? 0);
  if (code === 'incomplete_from') return words.changing(day ?? '');
  return code === 'sampled' ? words.sampled : words.other;
}

function numberOf(locale: string, value: number): string {
  return numbersIn(locale, { maximumFractionDigits: 1, signDisplay: 'exceptZero' }).format(value);
}
