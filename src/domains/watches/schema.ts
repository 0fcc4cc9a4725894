import { type Static, type TSchema, Type } from 'typebox';
import { incidentCloseReasons, incidentStates, watchKinds, watchStates } from '../../platform/database/words.ts';
import { resource } from '../../platform/http/envelope.ts';
import {
  ChatChannelId,
  ConnectionId,
  IncidentCommentId,
  IncidentId,
  nullable,
  oneOf,
  ProjectId,
  TemplateId,
  Timestamp,
  UserId,
  WatchId,
} from '../../platform/http/fields.ts';
import { listQuery } from '../../platform/http/pagination.ts';
import { ProjectName } from '../job-summaries/schema.ts';
import { labelFilters } from '../labels/schema.ts';
import { isTimeZone } from '../projects/settings.ts';
import { alertLanguages } from './alert-words/languages.ts';
import {
  adSignals,
  changeSpans,
  comparisons,
  directions,
  eitherDirections,
  goalMeasures,
  sensitivities,
  thresholdSpans,
} from './rules.ts';

const Language = Type.Optional(
  Type.Unsafe<string>(
    Type.Enum([...alertLanguages], { description: 'Of the texts; English unless given.', examples: ['de'] }),
  ),
);

/** How many people and channels a watch tells. */
export const most = { people: 50, channels: 10, comments: 100, parts: 50 } as const;
const largest = 1e15;

const word = <const Words extends readonly string[]>(words: Words, description: string, example: Words[number]) =>
  Type.Unsafe<Words[number]>(Type.Enum([...words], { description, examples: [example] }));
const day = (description: string) => Type.String({ format: 'date', description, examples: ['2026-11-24'] });
const key = (description: string, example: string) =>
  Type.String({ minLength: 1, maxLength: 200, description, examples: [example] });
const ratio = (description: string, example: number) =>
  Type.Number({ minimum: 0.01, maximum: 100, description, examples: [example] });

/** The fields of a rule, each with what holds where it is not given; null for one that has to be. */
function rule<const Fields extends Record<string, TSchema>>(title: string, description: string, fields: Fields) {
  const given = Type.Object(fields, { additionalProperties: false, description, title: `${title}Given` });
  return {
    given: Type.Partial(given, { additionalProperties: false, description, title: `${title}Given` }),
    shown: resource(fields, { title, description }),
  };
}

const threshold = rule('ThresholdRule', 'Of `threshold`: a value that must not be passed.', {
  direction: word(directions, 'Whether values above or below it are told.', 'below'),
  value: Type.Number({
    minimum: -largest,
    maximum: largest,
    description: 'In the unit of the metric: a percentage as a ratio, a duration in seconds, money in its currency.',
    examples: [100],
  }),
  span: word(
    thresholdSpans,
    'A day, or the days from Monday or the first of the month to it; `day` unless given.',
    'day',
  ),
});
const change = rule('ChangeRule', 'Of `change`: how far a value may move.', {
  direction: word(eitherDirections, 'Which way; `either` unless given.', 'below'),
  ratio: ratio('From which change on, as a part of the value before: 0.3 is 30 %. 0.3 unless given.', 0.3),
  span: word(changeSpans, 'A day, the last 7 days, or the last 28; `day` unless given.', 'day'),
  against: word(
    comparisons,
    '`before`: as many days before. `weekdays`, of a day: the median of the same weekday in the four weeks before; usual for a day.',
    'weekdays',
  ),
  least: Type.Number({
    minimum: 0,
    maximum: largest,
    description: 'Nothing is told while both values are below it; 0 unless given.',
    examples: [20],
  }),
});
const goal = rule('GoalRule', "Of `goal`: how the metric stands with the project's goal for it.", {
  measure: word(
    goalMeasures,
    '`pace`: what was reached on the days gone; `forecast`: what the period ends with; `budget`: whether it is spent before its end, or not by then; `ads`: signals of an advertising account. `pace` unless given.',
    'pace',
  ),
  ratio: ratio('How far off is told, as a part of the goal; 0.1 unless given.', 0.1),
  signals: Type.Array(word(adSignals, 'A signal.', 'overspend'), {
    maxItems: adSignals.length,
    uniqueItems: true,
    description: 'Of `ads`: which of its signals are told; all unless given.',
    examples: [['overspend', 'stopped']],
  }),
  conversions: nullable(Type.String({ maxLength: 200 }), {
    description: 'Of `ads`: the metric that counts conversions, for the signal `no_conversions`.',
    examples: ['conversions'],
  }),
});
const silence = rule('SilenceRule', 'Of `silence`: for how long nothing may come.', {
  hours: Type.Integer({
    minimum: 1,
    maximum: 720,
    description:
      'Since the end of the last day that has figures, or the last change that the source tells; 24 unless given.',
    examples: [24],
  }),
  while: nullable(Type.String({ maxLength: 200 }), {
    description: 'A metric that goes on: the watch tells when its own metric counts nothing while this one does.',
    examples: ['sessions'],
  }),
});
const unusual = rule('UnusualRule', 'Of `unusual`: what the metric does not usually do.', {
  sensitivity: word(sensitivities, 'How soon; `normal` unless given.', 'normal'),
  direction: word(eitherDirections, 'Which way; `either` unless given.', 'either'),
});

const Name = Type.String({
  maxLength: 200,
  description: 'What it is called in messages; made from what it looks for if empty.',
  examples: ['Orders of the shop'],
});
const Kind = word(watchKinds, 'What it looks for.', 'threshold');
const Metric = key("Key of one of the connection's metrics.", 'orders');
const Dimension = resource(
  {
    key: key("Key of one of the connection's dimensions.", 'channel'),
    value: nullable(Type.String({ maxLength: 500 }), {
      description: 'Null for rows without one.',
      examples: ['Email'],
    }),
  },
  { title: 'WatchedValue', description: 'One value of a dimension, in place of the metric as a whole.' },
);
const People = Type.Array(Type.String({ maxLength: 30, examples: ['usr_01jd5w0k3m8q2r4t6v8x0z1b3d'] }), {
  maxItems: most.people,
  uniqueItems: true,
  description: 'The members who get an e-mail, by id; whoever no longer sees the project gets none.',
});
const Channels = Type.Array(Type.String({ maxLength: 30, examples: ['chn_01jd5w0k3m8q2r4t6v8x0z1b3d'] }), {
  maxItems: most.channels,
  uniqueItems: true,
  description: 'The chat channels that get a message.',
});
const Enabled = Type.Boolean({ description: 'Whether it is judged.', examples: [true] });
const optionalId = (description: string, example: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 100, description, examples: [example] }));

const place = {
  project_id: optionalId('The project; or `template_id`.', 'prj_01jd5w0k3m8q2r4t6v8x0z1b3d'),
  connection_id: optionalId("One of the project's connections.", 'con_01jd5w0k3m8q2r4t6v8x0z1b3d'),
};
const given = {
  kind: Kind,
  name: Type.Optional(Name),
  metric: Type.Optional(
    nullable(Metric, { description: 'Needed but for `silence` of the connection as a whole.', examples: ['orders'] }),
  ),
  dimension: Type.Optional(
    nullable(Dimension, {
      description: 'Not of `goal`, nor of `silence` of the connection as a whole.',
      examples: [null],
    }),
  ),
  threshold: Type.Optional(threshold.given),
  change: Type.Optional(change.given),
  goal: Type.Optional(goal.given),
  silence: Type.Optional(silence.given),
  unusual: Type.Optional(unusual.given),
};

export const WatchCreate = resource(
  {
    ...place,
    template_id: optionalId(
      'A template, for all projects that follow it, now and later.',
      'tpl_01jd5w0k3m8q2r4t6v8x0z1b3d',
    ),
    slot: optionalId("One of the template's slots, in place of a connection.", 'shop'),
    ...given,
    people: Type.Optional(People),
    channels: Type.Optional(Channels),
    enabled: Type.Optional(Enabled),
  },
  {
    title: 'WatchCreate',
    description: 'Of a project with one of its connections, or of a template with one of its slots.',
    examples: [
      {
        project_id: 'prj_01jd5w0k3m8q2r4t6v8x0z1b3d',
        connection_id: 'con_01jd5w0k3m8q2r4t6v8x0z1b3d',
        kind: 'unusual',
        metric: 'orders',
      },
    ],
  },
);
export type GivenWatch = Static<typeof WatchCreate>;

export const WatchUpdate = resource(
  {
    name: Type.Optional(Name),
    metric: given.metric,
    dimension: given.dimension,
    threshold: given.threshold,
    change: given.change,
    goal: given.goal,
    silence: given.silence,
    unusual: given.unusual,
    people: Type.Optional(People),
    channels: Type.Optional(Channels),
    enabled: Type.Optional(Enabled),
  },
  { title: 'WatchUpdate' },
);
export type WatchChanges = Static<typeof WatchUpdate>;

export const WatchTrialAsked = resource({ ...place, ...given, language: Language }, { title: 'WatchTrialAsked' });
export type GivenTrial = Static<typeof WatchTrialAsked>;

const Problem = resource(
  {
    code: Type.String({ maxLength: 50, description: 'For programs.', examples: ['metric_missing'] }),
    message: Type.String({ examples: ['The connection "Shop" has no metric "orders".'] }),
  },
  { title: 'WatchProblem' },
);
const Amount = Type.Number({ examples: [62] });
const judged = {
  day: day('The day, which was over.'),
  value: nullable(Amount, { description: 'Null where there was none.', examples: [38] }),
  expected: nullable(Amount, {
    description: 'What it is held against: a limit, what was before, a goal, what is usual.',
    examples: [100],
  }),
  low: nullable(Amount, { description: 'Of `unusual`: where the usual range begins.', examples: [84] }),
  high: nullable(Amount, { description: 'And where it ends.', examples: [117] }),
  ratio: nullable(Type.Number({ examples: [-0.62] }), {
    description: 'How far the value is from what is expected, as a part of that; null where that is zero.',
  }),
};
const Judged = resource(judged, { title: 'WatchJudged', description: 'What was found on the last day.' });

const watch = {
  id: WatchId,
  name: Name,
  kind: oneOf(watchKinds),
  project_id: nullable(ProjectId, { description: 'Null for that of a template.' }),
  project_name: nullable(ProjectName),
  template_id: nullable(TemplateId, { examples: [null] }),
  template_name: nullable(Type.String({ maxLength: 200 }), { examples: [null] }),
  connection_id: nullable(ConnectionId),
  connection_name: nullable(Type.String({ maxLength: 200 }), { examples: ['Shop'] }),
  slot: nullable(Type.String({ maxLength: 100 }), { examples: [null] }),
  metric: nullable(Type.String({ maxLength: 200 }), { examples: ['orders'] }),
  dimension: nullable(Dimension, { examples: [null] }),
  threshold: nullable(threshold.shown),
  change: nullable(change.shown),
  goal: nullable(goal.shown),
  silence: nullable(silence.shown),
  unusual: nullable(unusual.shown),
  people: Type.Array(UserId, { maxItems: most.people }),
  channels: Type.Array(ChatChannelId, { maxItems: most.channels }),
  enabled: Enabled,
  state: oneOf(watchStates, {
    description:
      '`waiting`: not judged yet; `not_enough`: too few days; `problem`: it cannot be judged. Of a template the one that most needs somebody.',
  }),
  connections: Type.Integer({ minimum: 0, description: 'How many connections it is judged for.', examples: [1] }),
  alerting: Type.Integer({ minimum: 0, description: 'For how many of them it has an open incident.', examples: [0] }),
  problems: Type.Integer({ minimum: 0, description: 'For how many of them it cannot be judged.', examples: [0] }),
  problem: nullable(Problem, {
    description: 'Why it cannot be judged; of a template for the first of its projects.',
    examples: [null],
  }),
  judged: nullable(Judged, { description: 'Null before the first day, and for that of a template.' }),
  judged_at: nullable(Timestamp),
  incident_id: nullable(IncidentId, { description: 'The open incident that it is part of.', examples: [null] }),
  created_by: Type.String({ maxLength: 200, examples: ['user:usr_01jd5w0k3m8q2r4t6v8x0z1b3d'] }),
  created_at: Timestamp,
  updated_at: Timestamp,
};

export const Watch = resource(watch, { title: 'Watch', description: 'What somebody wants to be told of.' });

export const WatchListQuery = listQuery(['created_at'], {
  project_id: Type.Optional(
    Type.String({ maxLength: 30, description: 'Only those of a project, and of the template that it follows.' }),
  ),
  template_id: Type.Optional(Type.String({ maxLength: 30, description: 'Only those of a template.' })),
  kind: Type.Optional(
    Type.Unsafe<(typeof watchKinds)[number]>(Type.Enum([...watchKinds], { description: 'Only of this kind.' })),
  ),
  state: Type.Optional(
    Type.Unsafe<(typeof watchStates)[number]>(
      Type.Enum([...watchStates], { description: 'Only those that stand so for some connection.' }),
    ),
  ),
  ...labelFilters,
});

const Direction = nullable(oneOf(directions), { description: 'Null where there is no side to be on.' });
const Explained = resource(
  {
    dimension: Type.String({ maxLength: 200, description: 'Its label.', examples: ['Channel'] }),
    value: nullable(Type.String({ maxLength: 500 }), {
      description: 'Null for rows without one.',
      examples: ['Email'],
    }),
    share: Type.Number({ description: 'Which part of the change it makes: 1 for all of it.', examples: [0.8] }),
  },
  { title: 'IncidentExplained', description: 'The value of a dimension that explains most of a change.' },
);

const IncidentPart = resource(
  {
    watch_id: WatchId,
    watch_name: Name,
    kind: oneOf(watchKinds),
    finding: Type.String({
      maxLength: 50,
      description: 'What was found: the kind, the measure of a goal, a signal of ads, or `counts_nothing`.',
      examples: ['unusual'],
    }),
    metric: nullable(Type.String({ maxLength: 200 }), { examples: ['sessions'] }),
    label: nullable(Type.String({ maxLength: 500 }), { description: "The metric's label.", examples: ['Sessions'] }),
    unit: nullable(oneOf(['count', 'currency', 'percent', 'duration', 'number'])),
    currency: nullable(Type.String({ maxLength: 3 }), {
      description: 'ISO 4217; null for what is no amount.',
      examples: [null],
    }),
    decimals: nullable(Type.Integer({ minimum: 0 }), { examples: [null] }),
    dimension: nullable(Dimension, { examples: [null] }),
    direction: Direction,
    ...judged,
    since: day('The first of the days on which it was so.'),
    explained: nullable(Explained, { examples: [null] }),
    daily: nullable(Type.Number(), {
      description: 'Of a budget: the amount a day that would mend it.',
      examples: [null],
    }),
    spent_on: nullable(Type.String({ format: 'date' }), {
      description: 'Of a budget: the day on which it is spent.',
      examples: [null],
    }),
    is_over: Type.Boolean({ description: 'Whether this part is as it should be by now.', examples: [false] }),
    text: Type.String({
      maxLength: 2_000,
      description: 'The same in words, in the `language` that is asked for.',
      examples: [
        'Sessions: 38, 62% below the usual 100 (84 to 117), since November 24, 2026. Email explains most of it.',
      ],
    }),
  },
  { title: 'IncidentPart' },
);

const IncidentComment = resource(
  {
    id: IncidentCommentId,
    author: Type.String({
      maxLength: 200,
      description: 'As in the log of changes.',
      examples: ['user:usr_01jd5w0k3m8q2r4t6v8x0z1b3d'],
    }),
    author_name: Type.String({ maxLength: 200, examples: ['Ann'] }),
    text: Type.String({ maxLength: 2_000, examples: ['The checkout was broken; it is mended.'] }),
    created_at: Timestamp,
  },
  { title: 'IncidentComment' },
);

const incident = {
  id: IncidentId,
  project_id: ProjectId,
  project_name: ProjectName,
  connection_id: ConnectionId,
  connection_name: nullable(Type.String({ maxLength: 200 }), {
    description: 'Null for one that was removed.',
    examples: ['Shop'],
  }),
  state: oneOf(incidentStates),
  headline: Type.String({
    maxLength: 2_000,
    description: 'Its first part in a line, in the `language` that is asked for.',
    examples: ['Sessions −62%, all of them'],
  }),
  parts: Type.Array(IncidentPart, { maxItems: most.parts }),
  first_day: day('Since when.'),
  last_day: day('The last day that was judged.'),
  opened_at: Timestamp,
  closed_at: nullable(Timestamp, { examples: [null] }),
  close_reason: nullable(oneOf(incidentCloseReasons), {
    description: '`watch_changed`: nobody watches for it any more.',
    examples: [null],
  }),
  acknowledged_at: nullable(Timestamp, { examples: [null] }),
  acknowledged_by: nullable(Type.String({ maxLength: 200 }), { examples: [null] }),
  snoozed_until: nullable(Timestamp, { examples: [null] }),
  created_at: Timestamp,
  updated_at: Timestamp,
};

const told = resource(
  {
    occasion: Type.String({ maxLength: 50, description: '`opened`, `closed`, or `reminded`.', examples: ['opened'] }),
    recipient: Type.String({
      maxLength: 30,
      description: 'The id of a user or a chat channel.',
      examples: ['usr_01jd5w0k3m8q2r4t6v8x0z1b3d'],
    }),
    status: Type.String({ maxLength: 20, description: 'As of deliveries.', examples: ['sent'] }),
    reason: nullable(Type.String({ maxLength: 50 }), { examples: [null] }),
    failure: nullable(Type.String({ maxLength: 500 }), { examples: [null] }),
    sent_at: nullable(Timestamp),
  },
  { title: 'IncidentNotice' },
);

export const Incident = resource(incident, {
  title: 'Incident',
  description: 'One cause, with all that it made watches tell.',
});
export const IncidentDetails = resource(
  {
    ...incident,
    comments: Type.Array(IncidentComment, { maxItems: most.comments, description: 'The oldest first.' }),
    notices: Type.Array(told, { maxItems: 1_000, description: 'Who was told of it.' }),
  },
  { title: 'IncidentDetails' },
);

export const IncidentListQuery = listQuery(['opened_at'], {
  project_id: Type.Optional(Type.String({ maxLength: 30, description: 'Only those of a project.' })),
  watch_id: Type.Optional(Type.String({ maxLength: 30, description: 'Only those that a watch is part of.' })),
  language: Language,
  state: Type.Optional(
    Type.Unsafe<(typeof incidentStates)[number]>(
      Type.Enum([...incidentStates], { description: 'Only open or closed ones.' }),
    ),
  ),
  from: Type.Optional(
    Type.String({ format: 'date', description: 'Only those that were open on this day (UTC) or later.' }),
  ),
  to: Type.Optional(
    Type.String({ format: 'date', description: 'Only those that were open on this day (UTC) or earlier.' }),
  ),
  ...labelFilters,
});

export const IncidentQuery = Type.Object({ language: Language }, { additionalProperties: false });

export const IncidentSnooze = resource(
  {
    until: Type.String({
      format: 'date-time',
      description:
        'Until when it is out of sight, at most 30 days from now; it is told once more then if it is still open.',
      examples: ['2026-11-27T08:00:00Z'],
    }),
  },
  { title: 'IncidentSnooze' },
);

export const IncidentCommentCreate = resource(
  {
    text: Type.String({
      minLength: 1,
      maxLength: 2_000,
      pattern: '\\S',
      examples: ['The checkout was broken; it is mended.'],
    }),
  },
  { title: 'IncidentCommentCreate' },
);

const Opening = resource(
  {
    opened_on: day('The day that would have opened it.'),
    closed_on: nullable(day('The day that would have closed it.'), { description: 'Null for one that is still open.' }),
    ...{
      finding: IncidentPart.properties.finding,
      direction: Direction,
      value: judged.value,
      expected: judged.expected,
    },
    ...{ low: judged.low, high: judged.high, ratio: judged.ratio },
    text: IncidentPart.properties.text,
  },
  { title: 'WatchTrialOpening' },
);

export const WatchTrial = resource(
  {
    from: day('The first day that was tried.'),
    to: day('The last one, which was over.'),
    is_cut: Type.Boolean({
      description:
        'Whether it is fewer days than 180, since the source did not tell more of a value of a dimension in time.',
      examples: [false],
    }),
    times: Type.Integer({ minimum: 0, description: 'How often it would have told you.', examples: [3] }),
    judged_days: Type.Integer({
      minimum: 0,
      description: 'On how many of the days it could be judged.',
      examples: [180],
    }),
    needed_days: nullable(Type.Integer({ minimum: 0 }), {
      description: 'How many days it needs, where there are too few.',
      examples: [null],
    }),
    openings: Type.Array(Opening, { maxItems: 180, description: 'The newest first.' }),
    days: Type.Array(
      resource(
        {
          day: day('The day.'),
          value: judged.value,
          expected: judged.expected,
          low: judged.low,
          high: judged.high,
          is_alerting: Type.Boolean({ examples: [false] }),
        },
        { title: 'WatchTrialDay' },
      ),
      { maxItems: 180, description: 'What was judged on each day, for a chart; the oldest first.' },
    ),
    label: nullable(Type.String({ maxLength: 500 }), { description: "The metric's label.", examples: ['Orders'] }),
    unit: IncidentPart.properties.unit,
    currency: IncidentPart.properties.currency,
  },
  { title: 'WatchTrial', description: 'What a watch would have told in the last 180 days.' },
);

const localTime = (description: string) =>
  Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', maxLength: 5, description, examples: ['22:00'] });
const QuietHours = resource(
  { from: localTime('When they begin, `HH:MM`.'), until: localTime('When they end; earlier is the next day.') },
  { title: 'QuietHours' },
);
const quiet = {
  quiet_hours: nullable(QuietHours, {
    description: 'When no message about incidents comes: it waits until they end. Null for none.',
  }),
  weekends: Type.Boolean({ description: 'Whether messages come on Saturdays and Sundays, too.', examples: [true] }),
  time_zone: Type.Refine(
    Type.String({ maxLength: 100, description: 'IANA zone of the hours.', examples: ['Europe/Berlin'] }),
    isTimeZone,
    () => 'must be a time zone of the IANA database, such as Europe/Berlin',
  ),
};
export const AlertSettings = resource(quiet, {
  title: 'AlertSettings',
  description: 'When somebody wants no messages about incidents.',
});
export const AlertSettingsUpdate = resource(
  {
    quiet_hours: Type.Optional(quiet.quiet_hours),
    weekends: Type.Optional(quiet.weekends),
    time_zone: Type.Optional(quiet.time_zone),
  },
  { title: 'AlertSettingsUpdate' },
);
