import { useState } from 'react';
import type { Data, Input } from '../../api/client.ts';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { fieldFaults } from '../../components/faults.ts';
import { Actions, Card, Form } from '../../components/Page.tsx';
import { Fault, Note } from '../../components/states.tsx';
import { useFormat } from '../../messages/format.ts';
import { useLanguage, useMessages } from '../../messages/messages.tsx';
import { InProject } from './PlaceFields.tsx';
import { TrialChart } from './TrialChart.tsx';
import { type WatchDraft, watchedOf } from './watch-draft.ts';
import styles from './watches.module.css';

type Trial = Data<'tryWatch'>;
const dayMs = 86_400_000;

/** What a watch would have told, as it is written by now; that of a template by one of its projects. */
export function TrialCard({ draft }: { readonly draft: WatchDraft }) {
  const { trial: words } = useMessages().watches;
  const { language } = useLanguage();
  const [sample, setSample] = useState({ projectId: draft.projectId, connectionId: draft.connectionId });
  const [tried, setTried] = useState<{ readonly of: string; readonly trial: Trial }>();
  const { projectId, connectionId } = draft.place === 'template' ? sample : draft;
  const body: Input<'tryWatch'>['body'] = {
    ...(projectId !== null && { project_id: projectId }),
    ...(connectionId !== null && { connection_id: connectionId }),
    ...{ kind: draft.kind, language },
    ...watchedOf(draft),
  };
  const asked = JSON.stringify(body);
  const { write, isPending, fault } = useWrite('tryWatch', {
    onDone: ({ data }) => setTried({ of: JSON.stringify(askedBody), trial: data }),
  });
  const [askedBody, setAskedBody] = useState(body);
  const ask = () => {
    setAskedBody(body);
    write({ body });
  };
  const faults = fieldFaults(fault);
  // What was found belongs to what was asked: a watch that has changed since would have told something else.
  const found = tried?.of === asked ? tried.trial : undefined;
  return (
    <Card title={words.title}>
      <p>{words.text}</p>
      <Form onSubmit={ask} validationErrors={faults}>
        {draft.place === 'template' && (
          <InProject
            place={sample}
            onChange={setSample}
            {...(draft.templateId !== null && { templateId: draft.templateId })}
          />
        )}
        <Actions>
          <Button type="submit" isPending={isPending}>
            {words.action}
          </Button>
        </Actions>
      </Form>
      {fault && JSON.stringify(askedBody) === asked && <Fault error={fault} />}
      <div role="status">{found && <Told trial={found} />}</div>
      {found && <TrialChart trial={found} />}
    </Card>
  );
}

function Told({ trial }: { readonly trial: Trial }) {
  const { trial: words } = useMessages().watches;
  const format = useFormat();
  const { from, to, is_cut, times, judged_days, needed_days, openings } = trial;
  const days = Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
  if (needed_days !== null && judged_days === 0) return <Note tone="warning" text={words.notEnough(needed_days)} />;
  return (
    <>
      <p>
        <strong>{times === 0 ? words.never(days) : words.times(times, days)}</strong>
      </p>
      {judged_days < days && (
        <p className={styles.more}>{words.judged(format.number(judged_days), format.number(days))}</p>
      )}
      {is_cut && <p className={styles.more}>{words.cut}</p>}
      <ul className={styles.openings}>
        {openings.map(({ opened_on, closed_on, text }) => (
          <li key={opened_on}>
            <span>
              <strong>{format.day(opened_on)}</strong>{' '}
              <span className={styles.more}>
                {closed_on === null ? words.open : words.until(format.day(closed_on))}
              </span>
            </span>
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
