import { useState } from 'react';
import type { Data } from '../../api/client.ts';
import { isOver, type Job, startedJob, useJob, watchJob } from '../../api/jobs.ts';
import { useKept } from '../../api/kept.ts';
import { useRead } from '../../api/reads.ts';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { Select, TextField } from '../../components/fields.tsx';
import { Card, Form } from '../../components/Page.tsx';
import { Fault } from '../../components/states.tsx';
import { useFormat } from '../../messages/format.ts';
import { useMessages } from '../../messages/messages.tsx';
import {
  type Comparison,
  choiceOf,
  comparedWith,
  comparisons,
  faultOf,
  type Period,
  type Preset,
  periodOf,
  presets,
} from './periods.ts';
import styles from './reports.module.css';

interface Choice {
  readonly preset: Preset | 'own';
  readonly comparison: Comparison;
  /** The days of `own`. */
  readonly own: Period;
}

type ProjectTime = Pick<Data<'getProject'>, 'id' | 'time_zone' | 'follows_template' | 'portfolio'>;

/** Those that the portfolio has figures of. */
const ofPortfolio: readonly Preset[] = ['thisMonth', 'lastMonth', 'last30Days'];

/** Starts the making of a report, once for each press; `isPending` until that report is made. */
function useMakeReport(project: ProjectTime) {
  const [started, setStarted] = useState<Job | null>(null);
  const start = useWrite('startGenerationJob', {
    refreshes: ['listAllJobs'],
    onDone({ data }) {
      const job = startedJob(data);
      watchJob(job);
      setStarted(job);
    },
  });
  const make = (current: Period, compare: Period | null) =>
    start.write({ project_id: project.id, body: { period: { current, compare } } });
  return { make, started, isStarting: start.isPending, fault: start.fault, forget: () => setStarted(null) };
}

/** What the template of a project says of its reports, if it follows one that does. */
function useTemplateReports({ id, follows_template: enabled }: ProjectTime) {
  const { data, error } = useRead('getProjectTemplate', { project_id: id }, { enabled });
  return (!error && data?.data.reports) || {};
}

/** Which days the next report is about, and the button that makes it. */
export function MakeReport({ project }: { readonly project: ProjectTime }) {
  const { reports } = useMessages();
  const words = reports.make;
  const [kept, choose] = useKept<Choice | null>(`period:${project.id}`, null);
  const { period: usual, compare: usualComparison } = useTemplateReports(project);
  const choice = kept ?? {
    ...choiceOf(usual ?? 'previous-month', project.time_zone),
    comparison: usualComparison ?? 'previous',
  };
  const making = useMakeReport(project);
  const period = choice.preset === 'own' ? choice.own : periodOf(choice.preset, project.time_zone);
  const compare = comparedWith(period, choice.comparison);
  const problem = faultOf(period, project.time_zone);
  const change = (changes: Partial<Choice>) => {
    making.forget();
    choose({ ...choice, ...changes });
  };
  const options = [
    ...(project.portfolio ? ofPortfolio : presets).map((id) => ({ id, label: words.presets[id] })),
    ...(project.portfolio ? [] : [{ id: 'own' as const, label: words.presets.own }]),
  ];
  return (
    <Card title={words.title}>
      <Form onSubmit={() => problem === null && making.make(period, compare)} isWide>
        <div className={styles.choices}>
          <Select
            label={words.period}
            options={options}
            value={choice.preset}
            onChange={(preset) => change({ preset, own: period })}
          />
          {choice.preset === 'own' && <OwnDays period={period} problem={problem} onChange={(own) => change({ own })} />}
          <Select
            label={words.compare}
            options={comparisons.map((id) => ({ id, label: words.comparisons[id] }))}
            value={choice.comparison}
            onChange={(comparison) => change({ comparison })}
          />
          <Submit started={making.started} isStarting={making.isStarting} />
        </div>
        <Days period={period} compare={compare} isShown={problem === null} />
        {making.fault && <Fault error={making.fault} />}
      </Form>
    </Card>
  );
}

/** Two fields of the browser's own, which every phone and screen reader knows. */
function OwnDays({
  period,
  problem,
  onChange,
}: {
  readonly period: Period;
  readonly problem: ReturnType<typeof faultOf>;
  readonly onChange: (period: Period) => void;
}) {
  const { reports } = useMessages();
  const words = reports.make;
  return (
    <>
      <TextField
        label={words.from}
        type="date"
        isRequired
        value={period.from}
        onChange={(from) => onChange({ ...period, from })}
      />
      <TextField
        label={words.to}
        type="date"
        isRequired
        value={period.to}
        onChange={(to) => onChange({ ...period, to })}
        fault={problem === null ? undefined : words.faults[problem]}
      />
    </>
  );
}

function Days({
  period,
  compare,
  isShown,
}: {
  readonly period: Period;
  readonly compare: Period | null;
  readonly isShown: boolean;
}) {
  const { reports } = useMessages();
  const format = useFormat();
  if (!isShown) return null;
  const text = format.period(period.from, period.to);
  return (
    <p className={styles.days} aria-live="polite">
      {compare ? reports.make.comparedWith(text, format.period(compare.from, compare.to)) : text}
    </p>
  );
}

/** Pressed once it stays pressed until the report is made, so that a hasty hand makes one. */
function Submit({ started, isStarting }: { readonly started: Job | null; readonly isStarting: boolean }) {
  if (!started) return <SubmitButton isPending={isStarting} />;
  return <SubmitWhile job={started} isStarting={isStarting} />;
}

function SubmitWhile({ job, isStarting }: { readonly job: Job; readonly isStarting: boolean }) {
  const live = useJob(job);
  return <SubmitButton isPending={isStarting || !isOver(live)} />;
}

function SubmitButton({ isPending }: { readonly isPending: boolean }) {
  const { reports } = useMessages();
  return (
    <Button look="primary" type="submit" isPending={isPending}>
      {reports.make.submit}
    </Button>
  );
}
