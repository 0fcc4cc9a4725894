import { useState } from 'react';
import type { Data } from '../../api/client.ts';
import { ButtonLink } from '../../components/Button.tsx';
import { dayUnder, moved } from '../../components/days-slider.ts';
import { Table } from '../../components/Table.tsx';
import { useFormat } from '../../messages/format.ts';
import { useMessages } from '../../messages/messages.tsx';
import styles from './usage.module.css';

type Day = Data<'getUsage'>['days'][number];

const height = 100;
/** Of the space of a day, for both bars together. */
const filled = 0.7;

/** What was made on each day; the day under the pointer or chosen by arrow keys is told in words. */
export function DaysChart({ days }: { readonly days: readonly Day[] }) {
  const { usage: words } = useMessages();
  const format = useFormat();
  const [chosen, setChosen] = useState(days.length - 1);
  const most = Math.max(...days.flatMap(({ generations, exports }) => [generations, exports]));
  const first = days[0];
  const last = days.at(-1);
  const day = days[chosen] ?? last;
  if (!first || !last || !day || most === 0) {
    return (
      <>
        <p className={styles.muted}>{words.nothing}</p>
        <p>
          <ButtonLink to="/projects">{words.toProjects}</ButtonLink>
        </p>
      </>
    );
  }
  const told = words.onDay(format.day(day.date), day.generations, day.exports);
  return (
    <>
      <div className={styles.legend}>
        <span className={styles.reports}>{words.reports}</span>
        <span className={styles.files}>{words.files}</span>
        <strong className={styles.told}>{told}</strong>
      </div>
      <div
        role="slider"
        tabIndex={0}
        aria-label={words.days}
        aria-valuemin={0}
        aria-valuemax={days.length - 1}
        aria-valuenow={chosen}
        aria-valuetext={told}
        aria-description={words.daysAdvice}
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
          className={styles.bars}
          viewBox={`0 0 ${days.length} ${height}`}
          preserveAspectRatio="none"
        >
          {days.map((each, index) => (
            <Bars key={each.date} day={each} index={index} most={most} isChosen={index === chosen} />
          ))}
        </svg>
        <span className={styles.most}>{format.number(most)}</span>
      </div>
      <div className={styles.axis}>
        <span>{format.day(first.date)}</span>
        <span>{format.day(last.date)}</span>
      </div>
      <details>
        <summary>{words.asTable}</summary>
        <DaysTable days={days} />
      </details>
    </>
  );
}

function Bars({
  day,
  index,
  most,
  isChosen,
}: {
  readonly day: Day;
  readonly index: number;
  readonly most: number;
  readonly isChosen: boolean;
}) {
  const width = filled / 2;
  const start = index + (1 - filled) / 2;
  const tall = (count: number) => (count / most) * height;
  return (
    <>
      {isChosen && <rect className={styles.chosen} x={index} y={0} width={1} height={height} />}
      <rect
        className={styles.reportBar}
        x={start}
        y={height - tall(day.generations)}
        width={width}
        height={tall(day.generations)}
      />
      <rect
        className={styles.fileBar}
        x={start + width}
        y={height - tall(day.exports)}
        width={width}
        height={tall(day.exports)}
      />
    </>
  );
}

function DaysTable({ days }: { readonly days: readonly Day[] }) {
  const { usage: words } = useMessages();
  const { day, number } = useFormat();
  const count = (field: 'generations' | 'completed' | 'exports', label: string) => ({
    ...{ id: field, label, isAtEnd: true },
    cell: (row: Day) => number(row[field]),
  });
  return (
    <Table
      label={words.days}
      keyOf={({ date }) => date}
      rows={days.toReversed()}
      columns={[
        { id: 'date', label: words.date, cell: ({ date }) => day(date) },
        count('generations', words.reports),
        count('completed', words.completed),
        count('exports', words.files),
      ]}
    />
  );
}
