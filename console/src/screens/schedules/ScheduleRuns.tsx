import { useQuery } from '@tanstack/react-query';
import type { Data } from '../../api/client.ts';
import { reading } from '../../api/reads.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog, DialogActions } from '../../components/Dialog.tsx';
import { TextLink } from '../../components/Page.tsx';
import { Badge, Shown, type Tone } from '../../components/states.tsx';
import { Table } from '../../components/Table.tsx';
import type { Messages } from '../../messages/catalog.ts';
import { useFormat } from '../../messages/format.ts';
import { useLanguage, useMessages } from '../../messages/messages.tsx';
import { whyStopped } from '../reports/stopped.ts';
import styles from './schedules.module.css';
import { type Schedule, useScheduleWords } from './words.ts';

type Run = Data<'listScheduleRuns'>['runs'][number];
type State = Run['state'];

const againMs = 4_000;
const tones: Readonly<Record<State, Tone>> = {
  ...{ waiting: 'warning', generating: 'accent', exporting: 'accent', delivering: 'accent' },
  ...{ awaiting_approval: 'warning', completed: 'good', not_sent: 'plain', rejected: 'plain', failed: 'bad' },
};
const isOpen = ({ state }: Run) => state === 'generating' || state === 'exporting' || state === 'delivering';

/** What became of a schedule's reports; while one is on its way, it is read again. */
export function ScheduleRuns({ schedule, onClose }: { readonly schedule: Schedule; readonly onClose: () => void }) {
  const { common, schedules, deliveries } = useMessages();
  const { runs } = schedules;
  const words = useScheduleWords();
  const read = useQuery({
    ...reading('listScheduleRuns', { schedule_id: schedule.id }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.data.runs.some(isOpen) ? againMs : false),
  });
  return (
    <Dialog title={runs.title} isOpen isWide closesOutside onClose={onClose}>
      <p className={styles.more}>
        {schedule.project_name} · {words.when(schedule)} ·{' '}
        <TextLink to="/deliveries" search={{ schedule: schedule.id }}>
          {deliveries.link}
        </TextLink>
      </p>
      <Shown read={read}>
        {({ data }) =>
          data.runs.length === 0 ? (
            <p>{runs.none}</p>
          ) : (
            <Table
              label={runs.title}
              keyOf={({ id }) => id}
              rows={data.runs}
              columns={[
                { id: 'due', label: runs.due, cell: (run) => <Due run={run} zone={schedule.time_zone} /> },
                { id: 'state', label: runs.state, cell: (run) => <RunState run={run} zone={schedule.time_zone} /> },
                {
                  id: 'emails',
                  label: runs.emails,
                  cell: ({ emails, emails_sent }) => (emails === 0 ? '–' : runs.sent(emails_sent, emails)),
                },
                {
                  id: 'report',
                  label: runs.report,
                  cell: ({ report_id }) =>
                    report_id === null ? (
                      '–'
                    ) : (
                      <TextLink to="/reports/$reportId" params={{ reportId: report_id }}>
                        {runs.open}
                      </TextLink>
                    ),
                },
              ]}
            />
          )
        }
      </Shown>
      <DialogActions>
        <Button onPress={onClose}>{common.close}</Button>
      </DialogActions>
    </Dialog>
  );
}

function Due({ run, zone }: { readonly run: Run; readonly zone: string }) {
  const { runs } = useMessages().schedules;
  const words = useScheduleWords();
  const here = words.dueHere(run.due_at, zone);
  return (
    <span className={styles.cell}>
      <span>
        {words.due(run.due_at, zone)} {run.is_test && <Badge>{runs.test}</Badge>}
      </span>
      {here !== null && <span className={styles.more}>{here}</span>}
    </span>
  );
}

function RunState({ run, zone }: { readonly run: Run; readonly zone: string }) {
  const { schedules, reports, deliveries } = useMessages();
  const { runs } = schedules;
  const { number } = useFormat();
  const { locale } = useLanguage();
  const why = run.stopped && whyStopped(run.stopped, reports.jobs, number);
  const { state } = run;
  return (
    <span className={styles.cell}>
      <span>
        <Badge tone={tones[state]}>{runs.states[state]}</Badge>
      </span>
      <RunFreshness run={run} zone={zone} />
      {run.not_sent && <span className={styles.more}>{unsentWords(run.not_sent, schedules.unsent, locale)}</span>}
      {run.decision?.reason && <span className={styles.more}>{run.decision.reason}</span>}
      {run.failure !== null && (
        <span className={styles.more}>
          {run.report_id === null ? runs.notMade : runs.notSent}{' '}
          {why ? [why.text, why.where].filter(Boolean).join(' ') : run.unsent.length === 0 && reasonOf(run.failure)}
        </span>
      )}
      {run.unsent.map(({ recipient, reason, message }) => (
        <span key={recipient} className={styles.more}>
          <bdi>{recipient}</bdi>: {runs.unsent[reason ?? ''] ?? deliveries.reasons[reason ?? ''] ?? runs.unsentOther}
          {!ownReasons.has(reason) && (
            <>
              {' '}
              <bdi lang="en" dir="ltr">
                {message}
              </bdi>
            </>
          )}
        </span>
      ))}
    </span>
  );
}

/** Which connections it waits for, was made without, or ended for. */
function RunFreshness({ run: { freshness }, zone }: { readonly run: Run; readonly zone: string }) {
  const { runs } = useMessages().schedules;
  const format = useFormat();
  const { locale } = useLanguage();
  if (freshness === null || freshness.missing.length === 0) return null;
  const names = namesOf(freshness.missing, locale);
  const day = format.day(freshness.day);
  const until = format.time(freshness.until ?? '', zone);
  const said = {
    waiting: () => runs.waits({ names, day, until }),
    without: () => runs.without({ names, day }),
    // Why there is no report stands below.
    skipped: () => names,
    fresh: () => '',
  };
  return <span className={styles.more}>{said[freshness.ended ?? 'waiting']()}</span>;
}

export function namesOf(missing: readonly { readonly connection_name: string }[], locale: string): string {
  return new Intl.ListFormat(locale).format(missing.map(({ connection_name: name }) => name));
}

function unsentWords(
  { code, metric = '', percent = 0, changed = 0 }: NonNullable<Run['not_sent']>,
  words: Messages['schedules']['unsent'],
  locale: string,
): string {
  const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  if (code === 'figure_missing') return words.figure_missing(metric);
  if (code !== 'changed_less') return words[code];
  return words.changed_less({ metric, changed: share.format(changed / 100), percent: share.format(percent / 100) });
}

/** Those that the service knows all about; of others a server's own words say more. */
const ownReasons: ReadonlySet<string | null> = new Set([
  'no_mail_server',
  'stopped',
  'link_revoked',
  'too_large',
  'file_lost',
  'report_lost',
  'timeout',
  'unknown',
  'unwanted',
]);

/** What went wrong, without the id of the job and the word that programs read. */
function reasonOf(failure: string): string {
  return failure.replace(/^\w+ ended \w+, \w+: /, '');
}
