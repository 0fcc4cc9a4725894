import { useMemo, useState } from 'react';
import type { Data } from '../../api/client.ts';
import { dayUnder, moved } from '../../components/days-slider.ts';
import { Table } from '../../components/Table.tsx';
import { useFormat } from '../../messages/format.ts';
import { useMessages } from '../../messages/messages.tsx';
import { useFigure } from '../connections/figure.ts';
import { bandOf, everyDay, lineOf, marksOf, scaleOf } from './trial-lines.ts';
import styles from './watches.module.css';

type Trial = Data<'tryWatch'>;
type Day = Trial['days'][number];

const height = 100;

/** What was judged on each day: the value, what it was held against, the usual range, and the days of alerts. */
export function TrialChart({ trial }: { readonly trial: Trial }) {
  const { watches, usage } = useMessages();
  const words = watches.trial;
  const format = useFormat();
  const figure = useFigure();
  const { unit, currency } = trial;
  const days = useMemo(() => everyDay(trial.days), [trial]);
  const [chosen, setChosen] = useState(days.length - 1);
  const scale = scaleOf(days, height);
  const [first, last] = [days[0], days.at(-1)];
  const day = days[chosen] ?? last;
  if (!first || !last || !day || !scale) return null;
  const write = (value: number | null) => (value === null ? words.none : figure(value, unit ?? 'number', currency));
  const told = (each: Day) =>
    [
      `${format.day(each.day)}: ${write(each.value)}`,
      each.expected !== null && `${words.expected}: ${write(each.expected)}`,
      each.low !== null && each.high !== null && `${words.range}: ${words.between(write(each.low), write(each.high))}`,
      each.is_alerting && watches.states.alerting,
    ]
      .filter(Boolean)
      .join(' · ');
  const hasBand = days.some(({ low, high }) => low !== null && high !== null);
  const hasExpected = days.some(({ expected }) => expected !== null);
  const x = chosen + 0.5;
  return (
    <>
      <div className={styles.legend}>
        <span>{trial.label ?? words.value}</span>
        {hasExpected && <span className={styles.expected}>{words.expected}</span>}
        {hasBand && <span className={styles.band}>{words.range}</span>}
        {days.some(({ is_alerting }) => is_alerting) && <span className={styles.alert}>{watches.states.alerting}</span>}
      </div>
      <strong>{told(day)}</strong>
      <div className={styles.axis}>
        <span>{write(scale.most)}</span>
      </div>
      <div
        role="slider"
        tabIndex={0}
        aria-label={words.days}
        aria-valuemin={0}
        aria-valuemax={days.length - 1}
        aria-valuenow={chosen}
        aria-valuetext={told(day)}
        aria-description={usage.daysAdvice}
        className={styles.chart}
        onKeyDown={(event) => {
          const next = moved(event, chosen, days.length - 1);
          if (next === undefined) return;
          event.preventDefault();
          setChosen(next);
        }}
        onPointerMove={(event) => setChosen(dayUnder(event, days.length))}
        onPointerDown={(event) => setChosen(dayUnder(event, days.length))}
      >
        <svg
          aria-hidden="true"
          className={styles.lines}
          viewBox={`0 0 ${days.length} ${height}`}
          preserveAspectRatio="none"
        >
          {hasBand && <path className={styles.band} d={bandOf(days, scale)} />}
          {hasExpected && (
            <path
              className={styles.expected}
              d={lineOf(
                days.map((each) => each.expected),
                scale,
              )}
            />
          )}
          <path
            d={lineOf(
              days.map((each) => each.value),
              scale,
            )}
          />
          <path className={styles.alert} d={marksOf(days, scale)} />
          <path className={styles.chosen} d={`M${x} 0V${height}`} />
        </svg>
      </div>
      <div className={styles.axis}>
        <span>{write(scale.least)}</span>
      </div>
      <div className={styles.axis}>
        <span>{format.day(first.day)}</span>
        <span>{format.day(last.day)}</span>
      </div>
      <details>
        <summary>{usage.asTable}</summary>
        <DaysTable days={days} write={write} />
      </details>
    </>
  );
}

function DaysTable({
  days,
  write,
}: {
  readonly days: readonly Day[];
  readonly write: (value: number | null) => string;
}) {
  const { watches, usage, common } = useMessages();
  const { trial: words } = watches;
  const { day } = useFormat();
  return (
    <Table
      label={words.days}
      keyOf={(row) => row.day}
      rows={days.toReversed()}
      columns={[
        { id: 'day', label: usage.date, cell: (row) => day(row.day) },
        { id: 'value', label: words.value, isAtEnd: true, cell: ({ value }) => write(value) },
        { id: 'expected', label: words.expected, isAtEnd: true, cell: ({ expected }) => write(expected) },
        {
          ...{ id: 'range', label: words.range, isAtEnd: true },
          cell: ({ low, high }) => (low === null || high === null ? '–' : words.between(write(low), write(high))),
        },
        { id: 'alert', label: watches.states.alerting, cell: ({ is_alerting }) => (is_alerting ? common.yes : '–') },
      ]}
    />
  );
}
