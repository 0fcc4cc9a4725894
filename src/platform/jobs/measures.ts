/** A duration measured while running a job. `labels` have few values each, as they become time series. */
export interface Measure {
  readonly name: 'job' | 'connector' | 'render' | 'database_wait';
  readonly labels: Readonly<Record<string, string>>;
  readonly seconds: number;
}

/** Receives a measure; it must not throw. */
export type TakeMeasure = (measure: Measure) => void;

/** Runs `work` and reports how long it took and whether it threw. */
export async function timed<Result>(
  take: TakeMeasure,
  name: Measure['name'],
  labels: Measure['labels'],
  work: () => Promise<Result>,
): Promise<Result> {
  const started = performance.now();
  const tell = (outcome: string) =>
    take({ name, labels: { ...labels, outcome }, seconds: (performance.now() - started) / 1000 });
  try {
    const result = await work();
    tell('ok');
    return result;
  } catch (error) {
    tell('failed');
    throw error;
  }
}
