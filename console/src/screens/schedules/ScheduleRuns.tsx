import { useQuery } from '@tanstack/react-query';
import type { Data } from '../../api/client.ts';
import { reading } from '../../api/reads.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog, DialogActions } from '../../components/Dialog.tsx';
import { TextLink } from '../../components/Page.tsx';
import { Badge, Shown, type Tone } from '../../components/states.tsx';
import { Table } from '../../components/Table.tsx';
import { useMessages } from '../../messages/messages.tsx';
import styles from './schedules.module.css';
import { type Schedule, useScheduleWords } from './words.ts';

type Run = Data<'listScheduleRuns'>['runs'][number];
type State = 'generating' | 'exporting' | 'delivering' | 'completed' | 'failed';

const againMs = 4_000;
const tones: Readonly<Record<State, Tone>> = {
  ...{ generating: 'accent', exporting: 'accent', delivering: 'accent' },
  ...{ completed: 'good', failed: 'bad' },
};
const isOpen = ({ state }: Run) => state !== 'completed' && state !== 'failed';

/** What became of a schedule's reports; while one is on its way, it is read again. */
export function ScheduleRuns({ schedule, onClose }: { readonly schedule: Schedule; readonly onClose: () => void }) {
  const { common, schedules } = useMessages();
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
        {schedule.project_name} · {words.when(schedule)}
      </p>
      <Shown read={read}>
        {({ data }) =>
          data.runs.length === 0 ? (
            <p>{runs.none}</p>
          ) : (
            <Table
              label={runs.title}
              keyOf={({ generation_job_id, due_at }) => generation_job_id ?? due_at}
              rows={data.runs}
              columns={[
                { id: 'due', label: runs.due, cell: (run) => <Due run={run} zone={schedule.time_zone} /> },
                { id: 'state', label: runs.state, cell: (run) => <RunState run={run} /> },
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

function RunState({ run }: { readonly run: Run }) {
  const { runs } = useMessages().schedules;
  const state = run.state as State;
  return (
    <span className={styles.cell}>
      <span>
        <Badge tone={tones[state]}>{runs.states[state]}</Badge>
      </span>
      {run.failure !== null && (
        <span className={styles.more}>
          {run.report_id === null ? runs.notMade : runs.notSent} {reasonOf(run.failure)}
        </span>
      )}
    </span>
  );
}

/** What went wrong, without the id of the job and the word that programs read. */
function reasonOf(failure: string): string {
  return failure.replace(/^\w+ ended \w+, \w+: /, '');
}
