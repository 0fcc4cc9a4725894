/** A text of a chart; `y` is its baseline, and lengths are points from the upper left corner. */
export interface ChartLabel {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly anchor: 'start' | 'middle' | 'end';
  /** Where it lies on a dark surface; the colour of labels if absent. */
  readonly tone?: 'onColor' | 'text';
  /** The type size where it is not the chart's. */
  readonly size?: number;
}
