import { useEffect, useState } from 'react';
import type { Input } from '../../api/client.ts';
import { useRead } from '../../api/reads.ts';
import { Loading } from '../../components/states.tsx';
import { useFormat } from '../../messages/format.ts';
import { useMessages } from '../../messages/messages.tsx';
import styles from './schedules.module.css';
import { useScheduleWords } from './words.ts';

const pauseMs = 200;

/** What a schedule that is being written will do: the service's own answer, as one edits. */
export function NextRuns({
  projectId,
  body,
  zone,
}: {
  readonly projectId: string;
  readonly body: Input<'planSchedule'>['body'];
  /** In which the runs are told. */
  readonly zone: string;
}) {
  const { schedules } = useMessages();
  const format = useFormat();
  const words = useScheduleWords();
  // Who gets it, and what it waits for, changes nothing of when.
  const { email: _email, fresh_by: _freshBy, ...timing } = body;
  const asked = useSettled(JSON.stringify(timing));
  const read = useRead('planSchedule', { project_id: projectId, body: JSON.parse(asked) }, { keepsPrevious: true });
  return (
    <section className={styles.next} aria-labelledby="next-runs">
      <h3 id="next-runs">{schedules.form.next}</h3>
      {read.data ? (
        <ol className={styles.runs}>
          {read.data.data.runs.map(({ due_at, period, compare }) => {
            const here = words.dueHere(due_at, zone);
            return (
              <li key={due_at}>
                <strong>{words.due(due_at, zone)}</strong>
                <span className={styles.more}>
                  {words.place(zone)}
                  {here !== null && ` · ${here}`}
                </span>
                <span>{schedules.form.about(format.period(period.from, period.to))}</span>
                {compare && (
                  <span className={styles.more}>{schedules.comparedWith(format.period(compare.from, compare.to))}</span>
                )}
              </li>
            );
          })}
        </ol>
      ) : (
        !read.error && <Loading lines={3} />
      )}
    </section>
  );
}

/** A text once it has stayed the same for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
