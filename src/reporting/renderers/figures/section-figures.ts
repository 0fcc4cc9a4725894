import { metricInRow } from '../../documents/channels.ts';
import type {
  ChannelsSection,
  ChannelTotal,
  Comparison,
  FunnelSection,
  GoalsSection,
  HeatmapSection,
  KpisSection,
  MetricDescription,
  MetricSeries,
  Periods,
  PortfolioMetricSection,
  PortfolioSumsSection,
  Section,
  TimeseriesSection,
} from '../../documents/model.ts';
import { shownMetric, weekdayNames } from '../view/heatmap-view.ts';
import { breakdownFigures } from './breakdown-figures.ts';
import { compared, comparedHeads, type FigureContext, figure, type SectionFigures } from './compared-figures.ts';
import { crosstabFigures } from './crosstab-figures.ts';
import type { FigureRow, Measure } from './figure-table.ts';

/** The figures of a section; undefined for one without. */
export function sectionFigures(section: Section, context: FigureContext): SectionFigures | undefined {
  switch (section.type) {
    case 'kpis':
      return kpiFigures(section, context);
    case 'timeseries':
      return seriesFigures(
        section,
        section.span ? { ...context, periods: { current: section.span, compare: null } } : context,
      );
    case 'breakdown':
      return breakdownFigures(section, context);
    case 'gallery':
      return breakdownFigures({ ...section, type: 'breakdown', rows: section.cards }, context);
    case 'crosstab':
      return crosstabFigures(section, context);
    case 'heatmap':
      return heatmapFigures(section, context);
    case 'channels':
      return channelFigures(section, context);
    case 'funnel':
      return funnelFigures(section, context);
    case 'goals':
      return goalFigures(section, context);
    case 'portfolio_metric':
      return portfolioFigures(section, context);
    case 'portfolio_sums':
      return portfolioSums(section, context);
    case 'portfolio_projects':
    case 'portfolio_faults':
    case 'highlights':
    case 'text':
    case 'image':
    case 'page_break':
      return undefined;
  }
}

function kpiFigures({ items }: KpisSection, context: FigureContext): SectionFigures {
  const { periods, messages } = context;
  const { goal: target, share } = messages.goals;
  const hasGoals = items.some(({ goal }) => goal);
  const rows = items.map((item): FigureRow => {
    const { metric, goal } = item;
    const goals = goal
      ? [
          figure(metric, 'target', periods.current, goal.target, target),
          figure(metric, 'ratio', periods.current, goal.ratio, share),
        ]
      : [null, null];
    const figures = [...compared(metric, item, context), ...(hasGoals ? goals : [])];
    return { row: null, name: metric.label, figures };
  });
  const columns = [...comparedHeads(context), ...(hasGoals ? [target, share] : [])];
  return { head: messages.labels.metric, columns, byPeriod: false, rows };
}

/** Days below each other, first those of the current period, each period with its totals. */
function seriesFigures(section: TimeseriesSection, { periods, messages }: FigureContext): SectionFigures {
  const { labels, goals } = messages;
  const series: readonly MetricSeries[] = [section, ...(section.others ?? [])];
  const hasGoal = series.map(({ goal }) => goal !== undefined);
  const rowsOf = (which: keyof Periods): FigureRow[] => {
    const period = periods[which];
    if (period === null) return [];
    const cells = (
      value: (each: MetricSeries) => number | null,
      target: (each: MetricSeries) => number | null | undefined,
    ) =>
      series.flatMap((each, index) => {
        const own = figure(each.metric, 'value', period, value(each));
        if (!hasGoal[index]) return [own];
        const goal = target(each);
        return [own, goal === undefined ? null : figure(each.metric, 'target', period, goal, goals.goal)];
      });
    const isCurrent = which === 'current';
    const rows = (section[which] ?? []).map(({ date }, at): FigureRow => {
      const figures = cells(
        (each) => each[which]?.[at]?.value ?? null,
        (each) => (isCurrent ? each.goal?.[at] : undefined),
      );
      return { row: date, name: date, isDay: true, period, figures };
    });
    const totals = cells(
      ({ total }) => total[which],
      () => undefined,
    );
    return [...rows, { row: labels.total, name: labels.total, period, figures: totals }];
  };
  const columns = series.flatMap(({ metric: { label } }, index) =>
    hasGoal[index] ? [label, `${label}: ${goals.goal}`] : [label],
  );
  return { head: labels.date, columns, byPeriod: true, rows: [...rowsOf('current'), ...rowsOf('compare')] };
}

/** Weekdays below each other; of hours their means. */
function heatmapFigures(section: HeatmapSection, { periods, messages, locale }: FigureContext): SectionFigures {
  const { by, columns, rows } = section;
  const metric = shownMetric(section);
  const names = columns.map((column) => (by === 'hour' ? column : `${column}`));
  const rowNames = weekdayNames(locale, 'long');
  return {
    head: messages.days.weekday,
    columns: names,
    byPeriod: false,
    rows: rows.map((values, row): FigureRow => {
      const name = rowNames[row] ?? '';
      const figures = values.map((value, column) => {
        const measure = by === 'hour' ? 'mean' : 'value';
        return figure(metric, measure, periods.current, value, names[column]);
      });
      return { row: name, name, figures };
    }),
  };
}

function channelFigures({ metrics, rows, total }: ChannelsSection, context: FigureContext): SectionFigures {
  const { labels, channels } = context.messages;
  const row = (name: string, of: ChannelTotal): FigureRow => ({
    row: name,
    name,
    figures: metrics.flatMap((metric, index) => compared(metricInRow(of, metric), of.cells[index], context)),
  });
  return {
    head: channels.channel,
    columns: metrics.flatMap(({ label }) => comparedHeads(context, label)),
    byPeriod: false,
    rows: [...rows.map((each) => row(each.label, each)), ...(total ? [row(labels.total, total)] : [])],
  };
}

function funnelFigures({ steps }: FunnelSection, context: FigureContext): SectionFigures {
  const { periods, messages } = context;
  const { ofFirst, ofPrevious } = messages.channels;
  const { labels } = messages;
  const parts = (metric: MetricDescription, measure: Measure, part: Comparison | null, name: string) => {
    const now = part && figure(metric, measure, periods.current, part.current, name);
    return periods.compare === null
      ? [now]
      : [now, part && figure(metric, measure, periods.compare, part.compare, name)];
  };
  const rows = steps.map((step): FigureRow => {
    const { metric, of_first, of_previous } = step;
    const figures = [
      ...compared(metric, step, context),
      ...parts(metric, 'of_first', of_first, ofFirst),
      ...parts(metric, 'of_previous', of_previous, ofPrevious),
    ];
    return { row: null, name: metric.label, figures };
  });
  const heads = (name: string) => (periods.compare === null ? [name] : [name, `${name}: ${labels.compare}`]);
  const columns = [...comparedHeads(context), ...heads(ofFirst), ...heads(ofPrevious)];
  return { head: messages.channels.step, columns, byPeriod: false, rows };
}

function goalFigures({ items }: GoalsSection, { messages }: FigureContext): SectionFigures {
  const { goals, labels } = messages;
  const isRanged = items.some(({ forecast_range: range }) => range);
  const rows = items.map((item): FigureRow => {
    const { metric, period } = item;
    const figures = [
      figure(metric, 'target', period, item.target, goals.goal),
      figure(metric, 'value', period, item.reached),
      figure(metric, 'ratio', period, item.ratio, goals.share),
      figure(metric, 'time_gone', period, item.time_gone, goals.timeGone),
      figure(metric, 'pace', period, item.pace, goals.pace),
      figure(metric, 'forecast', period, item.forecast, goals.forecast),
      ...(isRanged
        ? [
            figure(metric, 'forecast_low', period, item.forecast_range?.low ?? null, goals.low),
            figure(metric, 'forecast_high', period, item.forecast_range?.high ?? null, goals.high),
          ]
        : []),
    ];
    return { row: item.connection_name, name: metric.label, period, figures };
  });
  const ends = isRanged ? [goals.low, goals.high] : [];
  const columns = [goals.goal, goals.reached, goals.share, goals.timeGone, goals.pace, goals.forecast, ...ends];
  return { head: labels.metric, columns, byPeriod: true, rows };
}

/** Each row has the days and the currency of its project. */
function portfolioFigures({ items }: PortfolioMetricSection, { messages }: FigureContext): SectionFigures {
  const { labels, goals, portfolio } = messages;
  const rows = items.map((item): FigureRow => {
    const { metric, period, compare_period: before, goal, change } = item;
    const ratio = (metric.unit === 'percent' ? change?.absolute : change?.ratio) ?? null;
    const figures = [
      figure(metric, 'value', period, item.current),
      before && figure(metric, 'value', before, item.compare),
      before && figure(metric, 'change', period, ratio, labels.change),
      goal && figure(metric, 'target', period, goal.target, goals.goal),
      goal && figure(metric, 'ratio', period, goal.ratio, goals.share),
      goal && figure(metric, 'pace', period, goal.pace, goals.pace),
      item.forecast === null ? null : figure(metric, 'forecast', period, item.forecast, goals.forecast),
      item.budget_left === null ? null : figure(metric, 'budget_left', period, item.budget_left, portfolio.left),
    ];
    return { row: item.project_name, name: item.project_name, period, figures };
  });
  const amounts = [labels.current, labels.compare, labels.change];
  const columns = [...amounts, goals.goal, goals.share, goals.pace, goals.forecast, portfolio.left];
  return { head: labels.project, columns, byPeriod: true, rows };
}

function portfolioSums({ items }: PortfolioSumsSection, { messages }: FigureContext): SectionFigures {
  const rows = items.map(({ label, metric, period, value }): FigureRow => {
    return { row: label, name: label, period, figures: [figure(metric, 'value', period, value)] };
  });
  return { head: messages.labels.metric, columns: [messages.labels.total], byPeriod: true, rows };
}
