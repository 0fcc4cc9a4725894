import { useMemo, useState } from 'react';
import { dayIn, type Period, type Preset, periodBefore, periodOf, presets } from './periods.ts';

/** The periods that a preview is asked for. */
export interface PreviewPeriods {
  readonly current: Period;
  readonly compare: Period | null;
}

/** What somebody has chosen for the previews of a project. */
interface PeriodChoice {
  readonly preset: Preset | 'lastReport' | 'own';
  readonly own: Period | null;
  readonly compares: boolean;
}

export interface Chosen {
  readonly choice: PeriodChoice;
  readonly periods: PreviewPeriods;
  choose(next: PeriodChoice): void;
}

/** The periods of previews; kept by this browser for each project. A project with reports begins with those of the last one. */
export function usePeriods(projectId: string, timeZone: string, lastReport: PreviewPeriods | null): Chosen {
  const [stored, setStored] = useState(() => readChoice(projectId));
  const first = { preset: lastReport ? 'lastReport' : 'lastMonth', own: null, compares: true } as const;
  const { preset, own, compares } = stored ?? first;
  const periods = useMemo(() => {
    const current = daysOf(preset, own, timeZone, lastReport);
    const isLastReport = preset === 'lastReport' && lastReport?.compare;
    return { current, compare: compares ? (isLastReport ? lastReport.compare : periodBefore(current)) : null };
  }, [preset, own, compares, timeZone, lastReport]);
  const choose = (next: PeriodChoice) => {
    localStorage.setItem(nameOf(projectId), JSON.stringify(next));
    setStored(next);
  };
  return { choice: { preset, own, compares }, periods, choose };
}

function daysOf(
  preset: PeriodChoice['preset'],
  own: Period | null,
  timeZone: string,
  lastReport: PreviewPeriods | null,
): Period {
  if (preset === 'own' && own) return own;
  if (preset === 'lastReport' && lastReport) return lastReport.current;
  const usual = preset === 'own' || preset === 'lastReport' ? 'lastMonth' : preset;
  return periodOf(usual, dayIn(timeZone, Date.now()));
}

const nameOf = (projectId: string) => `preview:${projectId}`;

/** What this browser keeps; null where that is nothing that this console has written. */
function readChoice(projectId: string): PeriodChoice | null {
  try {
    const choice: PeriodChoice | null = JSON.parse(localStorage.getItem(nameOf(projectId)) ?? 'null');
    const known: readonly string[] = [...presets, 'lastReport', 'own'];
    return choice && known.includes(choice.preset) ? choice : null;
  } catch {
    return null;
  }
}
