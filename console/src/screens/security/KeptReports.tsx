import { useState } from 'react';
import type { Called, Data } from '../../api/client.ts';
import { useRead } from '../../api/reads.ts';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { fieldFaults } from '../../components/faults.ts';
import { Select, TextField } from '../../components/fields.tsx';
import { Actions, Card, Form } from '../../components/Page.tsx';
import { Fault, Note, Shown } from '../../components/states.tsx';
import { tell } from '../../components/toasts.tsx';
import { useFormat } from '../../messages/format.ts';
import { useLanguage, useMessages } from '../../messages/messages.tsx';

const choices = [3, 6, 12, 24, 36, 60, 84, 120];
const refreshes = ['getRetention', 'previewRetention', 'listLegalHolds', 'getOverview'] as const;

/** How long reports are kept, what would be deleted, and legal holds. */
export function KeptReports({ isReadOnly }: { readonly isReadOnly: boolean }) {
  const { kept } = useMessages().security;
  const read = useRead('getRetention', {});
  const holds = useRead('listLegalHolds', {});
  return (
    <>
      <Card title={kept.title}>
        <Shown read={read}>{(answer) => <Time key={answer.etag} read={answer} isReadOnly={isReadOnly} />}</Shown>
      </Card>
      <Card title={kept.hold}>
        <Shown read={holds}>{({ data: { items } }) => <Holds holds={items} isReadOnly={isReadOnly} />}</Shown>
      </Card>
    </>
  );
}

/** Months as people say them. */
function useMonths() {
  const { locale } = useLanguage();
  const { kept } = useMessages().security;
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit: 'month', unitDisplay: 'long' });
  return (months: number | null) => (months === null ? kept.forever : format.format(months));
}

function Time({ read, isReadOnly }: { readonly read: Called<'getRetention'>; readonly isReadOnly: boolean }) {
  const { kept } = useMessages().security;
  const { common } = useMessages();
  const { time } = useFormat();
  const say = useMonths();
  const { keep_reports_months: stored, next, first_deletion_at: first, least_months: least } = read.data;
  const current = next?.keep_reports_months ?? stored;
  const [months, setMonths] = useState(current);
  const done = { refreshes, onDone: () => tell(common.saved) };
  const { write, isPending, fault } = useWrite('updateRetention', done);
  const { keep_reports_months: wrong } = fieldFaults(fault, '', kept.rules);
  const save = (keep_reports_months: number | null) => write({ body: { keep_reports_months } }, read.etag);
  const offered = [...new Set([...choices, ...[stored, current, least].filter((each) => each !== null)])]
    .filter((each) => each >= (least ?? 0))
    .toSorted((one, other) => one - other);
  const options = [null, ...offered].map((each) => ({ id: String(each), label: say(each) }));
  return (
    <Form onSubmit={() => save(months)}>
      {next && <Note text={kept.next(say(next.keep_reports_months), time(next.from))} />}
      {!next && first !== null && Date.parse(first) > Date.now() && <Note text={kept.first(time(first))} />}
      <Select
        {...{ label: kept.label, advice: kept.advice, fault: wrong, options, value: String(months) }}
        isDisabled={isReadOnly}
        onChange={(chosen) => setMonths(chosen === 'null' ? null : Number(chosen))}
      />
      {months !== null && <Due months={months} />}
      {fault && !wrong && <Fault error={fault} />}
      {!isReadOnly && (
        <Actions>
          <Button look="primary" type="submit" isPending={isPending} isDisabled={months === current}>
            {kept.save}
          </Button>
          {next && <Button onPress={() => save(stored)}>{kept.back}</Button>}
        </Actions>
      )}
    </Form>
  );
}

function Due({ months }: { readonly months: number }) {
  const { kept } = useMessages().security;
  const { time, number } = useFormat();
  const read = useRead('previewRetention', { query: { keep_reports_months: months } });
  return (
    <Shown read={read}>
      {({ data: { at, reports, jobs, is_cut, kept: stays } }) => {
        const more = is_cut ? '+' : '';
        const staying = stays.held + stays.in_use + stays.linked;
        return (
          <>
            <p>{kept.due(time(at), number(reports) + more, number(jobs) + more)}</p>
            {staying > 0 && <p>{kept.stays(number(staying))}</p>}
          </>
        );
      }}
    </Shown>
  );
}

type Hold = Data<'listLegalHolds'>['items'][number];

function Holds({ holds, isReadOnly }: { readonly holds: readonly Hold[]; readonly isReadOnly: boolean }) {
  const { kept } = useMessages().security;
  const { time } = useFormat();
  const [reason, setReason] = useState('');
  const set = useWrite('setLegalHold', { refreshes, onDone: () => setReason('') });
  const end = useWrite('endLegalHold', { refreshes });
  const fault = set.fault ?? end.fault;
  return (
    <Form onSubmit={() => set.write({ body: { reason } })}>
      <p>{kept.holdAdvice}</p>
      {holds.map(({ id, project_id, reason, created_at }) => (
        <p key={id}>
          <strong>{reason}</strong> {project_id} {time(created_at)}{' '}
          {!isReadOnly && (
            <Button onPress={() => end.write({ legal_hold_id: id })} isPending={end.isPending}>
              {kept.end}
            </Button>
          )}
        </p>
      ))}
      {fault && <Fault error={fault} />}
      {!isReadOnly && holds.every(({ project_id }) => project_id !== null) && (
        <>
          <TextField isRequired label={kept.reason} value={reason} onChange={setReason} />
          <Actions>
            <Button type="submit" isPending={set.isPending} isDisabled={reason.trim() === ''}>
              {kept.set}
            </Button>
          </Actions>
        </>
      )}
    </Form>
  );
}
