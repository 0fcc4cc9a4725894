import type { PortfolioFigure } from './model.ts';

/** How far a metric that is neither good nor bad by itself, such as what is spent, may be from its goal either way. */
const tolerance = 0.05;

/** Whether a figure is off the course to its goal; null without a goal, and while it is too early to tell. */
export function isOffCourse({ goal, metric, off_course }: PortfolioFigure): boolean | null {
  if (!goal || off_course === null) return null;
  return metric.better === 'none' ? off_course > tolerance : goal.sentiment === 'bad';
}
