import { refusedField } from '../../platform/faults.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { ConnectorError } from '../../reporting/connectors/contract.ts';
import type { Period } from '../../reporting/documents/model.ts';
import { askingStored } from '../connections/connection-faults.ts';
import type { ConnectionEnvironment } from '../connections/open-connection.ts';
import type { FollowedSettings } from '../templates/follow.ts';
import { advance, isLive, type Standing } from './advance.ts';
import { partText } from './alert-words/alert-words.ts';
import { type Said, WatchedConnection } from './ask-connection.ts';
import { getWatchedPlace } from './change-watch.ts';
import { countUnusual } from './connection-watches.ts';
import { addDays, daysBetween, endOf } from './days.ts';
import { askDaysOfValue } from './days-of-value.ts';
import { checkOffered } from './describe-watched.ts';
import type { Part, Verdict } from './findings.ts';
import { readWatched, type Watched } from './given-watch.ts';
import { judge } from './judge.ts';
import { found, type JudgingContext, judgedOf } from './judging.ts';
import { firstDayFor } from './needs.ts';
import { partOf } from './parts.ts';
import type { GivenTrial } from './schema.ts';
import { type Judgement, judgeDays, judgeLastDay, type UsualSettings } from './usual/judge.ts';
import type { WatchProblem } from './watches.ts';

const trialDays = 180;
const answerMs = 60_000;
/** After so long no more days of a value are asked for, so that those that are known can be judged. */
const usualTrialMs = 40_000;
const longestHistory = 400;
const quiet = { info() {}, warn() {}, error() {} };

interface Opening {
  readonly opened_on: string;
  closed_on: string | null;
  readonly part: Part;
}

/**
 * What a watch would have told in the last 180 days, each judged by what was known then. Throws faults of what is given, and
 * `connection_unavailable`.
 */
export async function tryWatch(
  environment: ConnectionEnvironment & { readonly trialMs?: number },
  caller: Pick<Caller, 'account' | 'projectIds'>,
  body: GivenTrial,
) {
  const watched = withoutPresent(readWatched(body));
  const { project, connection: row } = await getWatchedPlace(environment.db, caller, body);
  const { goals = [] } = JSON.parse(project.settings) as FollowedSettings;
  const own = (goals ?? []).filter(({ connection_id }) => connection_id === row.id);
  const now = Temporal.Now.instant();
  const answerUntil = Date.now() + (environment.trialMs ?? usualTrialMs);
  const { said, from } = await askingStored(async () => {
    await using source = await WatchedConnection.open({
      ...{ context: { ...environment, log: quiet as never }, row, project, goals: own, now },
      ...{ signal: AbortSignal.timeout(answerMs), deadline: Date.now() + answerMs },
    });
    const said = await source.ask(
      ({ description }) => {
        checkOffered(watched, row, description);
        return [watched];
      },
      // Its days are asked for below, each once.
      { more: trialDays, hasJudged: () => watched.dimension !== null },
    );
    checkTried(watched, said);
    return { said, from: await firstTried(source, said, watched, answerUntil) };
  });
  const metricsWatched = await countUnusual(environment.db, caller.account.id);
  return tried(watched, said, from, { goals: own, metricsWatched, now }, project.currency, body.language ?? 'en');
}

/** What is judged by the present was not known then. */
function withoutPresent(watched: Watched): Watched {
  const { goal } = watched.rules;
  if (goal?.measure !== 'ads') return watched;
  const signals = goal.signals.filter((signal) => signal !== 'stale');
  if (signals.length === 0)
    throw refusedField('goal.signals', 'trial', 'cannot be tried: nobody knows how fresh figures were');
  return { ...watched, rules: { ...watched.rules, goal: { ...goal, signals } } };
}

function checkTried({ metric, rules: { threshold, change, goal } }: Watched, { figures }: Said): void {
  if (figures.metric(metric)?.additive !== false) return;
  const refused =
    threshold && threshold.span !== 'day'
      ? 'threshold.span'
      : change && change.span !== 'day'
        ? 'change.span'
        : goal && 'goal';
  if (!refused) return;
  throw refusedField(
    refused,
    'trial',
    'cannot be tried: the metric does not add up over days, so each past day would be a question',
  );
}

const wantedDays = ({ settledDay, lastDay }: Said): Period => {
  const to = settledDay ?? lastDay;
  return { from: addDays(to, 1 - trialDays), to };
};

/** The first day that can be tried: of values of a dimension the source is asked for each day, as long as there is time. */
async function firstTried(source: WatchedConnection, said: Said, watched: Watched, until: number): Promise<string> {
  const { from, to } = wantedDays(said);
  if (!watched.dimension) return from;
  const known = await askDaysOfValue(source, said.figures, watched, { from: firstDayFor(watched, from), to }, until);
  const first = daysBetween(from, to).find((day) => firstDayFor(watched, day) >= known);
  if (first !== undefined) return first;
  throw new ConnectorError(
    'transient',
    'The connection did not tell enough days of this value in time. Try again later.',
  );
}

function tried(
  watched: Watched,
  said: Said,
  from: string,
  known: Pick<JudgingContext, 'goals' | 'metricsWatched' | 'now'>,
  projectCurrency: string,
  language: string,
) {
  const { figures, timeZone } = said;
  const { from: wanted, to } = wantedDays(said);
  const usual = watched.dimension ? usualOfValue : usualOf(said, from, to);
  const context: JudgingContext = { ...known, timeZone, usual };
  const openings: Opening[] = [];
  const days = [];
  let standing: Standing = { state: 'waiting', day: null, judged: null, problem: null, calm_days: 0, isOpen: false };
  let needed: number | null = null;
  let problem: WatchProblem | null = null;
  for (const day of daysBetween(from, to)) {
    const verdict = isLive(watched) ? silentOn(watched, said, day) : judge(watched, figures, day, context);
    if (verdict.outcome === 'problem') problem = verdict.problem;
    // A value may be told of on other days.
    if (problem && !watched.dimension) throw refusedField('metric', problem.code, problem.message);
    if (verdict.outcome === 'not_enough') needed = verdict.needed;
    const { step, ...next } = advance(standing, verdict, day, watched);
    const isOpen = step === 'open' || (standing.isOpen && step !== 'close');
    standing = { ...next, isOpen };
    const last = openings.at(-1);
    if (step === 'close' && last) last.closed_on = day;
    const [finding] = verdict.outcome === 'alerting' ? verdict.findings : [];
    if (step === 'open' && finding) {
      openings.push({
        opened_on: day,
        closed_on: null,
        part: partOf(finding, { id: '', name: '' }, watched, projectCurrency),
      });
    }
    if ('judged' in verdict) {
      const { value, expected, low, high } = verdict.judged;
      days.push({ day, value, expected, low, high, is_alerting: isOpen });
    }
  }
  if (problem && days.length === 0) throw refusedField('metric', problem.code, problem.message);
  const metric = figures.metric(watched.metric);
  return {
    ...{ from, to, is_cut: from > wanted },
    ...{ times: openings.length, judged_days: days.length, needed_days: days.length === 0 ? needed : null },
    openings: openings.toReversed().map(({ part, ...on }) => {
      const { finding, direction, value, expected, low, high, ratio } = part;
      return { ...on, finding, direction, value, expected, low, high, ratio, text: partText(part, language) };
    }),
    ...{ days, label: metric?.label ?? null, unit: metric?.unit ?? null },
    currency: metric?.unit === 'currency' ? (metric.currency ?? projectCurrency) : null,
  };
}

/** As a watch judges a value of a dimension: by the nine weeks that end with the day. */
const usualOfValue: NonNullable<JudgingContext['usual']> = (_key, _day, settings, days) => judgeLastDay(days, settings);

/** What is unusual, of all days at once: each judged by the days before it alone. */
function usualOf({ figures }: Said, from: string, to: string): NonNullable<JudgingContext['usual']> {
  let judged: ReadonlyMap<string, Judgement> | undefined;
  return (key: string, day: string, settings: UsualSettings) => {
    if (!judged) {
      const days = figures.days(key, addDays(from, -longestHistory), to);
      const first = Math.max(
        0,
        days.findIndex((each) => each.day >= from),
      );
      const judgements = judgeDays(days, settings, first);
      judged = new Map(judgements.map((judgement, index) => [days[first + index]?.day ?? '', judgement]));
    }
    return judged.get(day) ?? { outcome: 'not_enough', days: 0, needed: 0, because: 'no_value' };
  };
}

/**
 * Silence at the end of a day: how long it was since the last one with rows. A source without any has been silent since before
 * the first day that was asked; one that begins later was not there yet.
 */
function silentOn({ rules: { silence } }: Watched, { figures, timeZone }: Said, day: string): Verdict {
  const { firstRow, from } = figures;
  const last = firstRow === null ? addDays(from, -1) : figures.lastRowUpTo(day);
  if (last === null || !silence) return { outcome: 'not_judged' };
  const judged = judgedOf(day, null, null);
  const hours = endOf(last, timeZone).until(endOf(day, timeZone)).total('hours');
  if (hours < silence.hours) return { outcome: 'calm', judged };
  return { outcome: 'alerting', judged, findings: [found('silence', judged, { since: addDays(last, 1) })] };
}
