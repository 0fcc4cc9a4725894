import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, test } from 'node:test';
import { freePort } from '../faults/support/free-port.ts';
import { eventually } from './eventually.ts';
import { removeFolder } from './folders.ts';

const programs = ['prometheus', 'promtool', 'prometheus-node-exporter'] as const;

/** Whether Prometheus, its tool and its exporter of the machine's figures are installed. With CI=true they must be. */
export const hasPrometheus = findPrograms();

function findPrograms(): boolean {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const missing = programs.filter((program) => !folders.some((folder) => existsSync(join(folder, program))));
  if (missing.length === 0) return true;
  const reason = `not installed: ${missing.join(', ')}`;
  if (process.env.CI === 'true') throw new Error(`Prometheus is needed for the tests: ${reason}`);
  test('Prometheus', { skip: reason });
  return false;
}

/** Series by name and labels, such as `steps_total{shop="a"}`, with values by epoch milliseconds, ascending. */
export type Samples = Readonly<Record<string, readonly (readonly [atMs: number, value: number | string])[]>>;

export interface PrometheusOptions {
  /** What it has in store from the start. */
  readonly samples?: Samples;
  /** `host:port` of what it reads `/metrics` of, every two seconds. */
  readonly targets?: readonly string[];
}

/** A Prometheus of its own for one test file: its address. */
export async function startPrometheus({ samples = {}, targets = [] }: PrometheusOptions): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'report-service-prometheus-'));
  after(() => removeFolder(folder));
  const data = join(folder, 'data');
  mkdirSync(data);
  if (Object.keys(samples).length > 0) {
    writeFileSync(join(folder, 'samples.txt'), openMetrics(samples));
    const load = ['tsdb', 'create-blocks-from', 'openmetrics', '--max-block-duration=720h'];
    execFileSync('promtool', [...load, join(folder, 'samples.txt'), data], { stdio: 'pipe' });
  }
  const scrapes = targets.map((target, index) => ({
    job_name: `job${index}`,
    static_configs: [{ targets: [target] }],
  }));
  const config = { global: { scrape_interval: '2s', scrape_timeout: '2s' }, scrape_configs: scrapes };
  writeFileSync(join(folder, 'prometheus.yml'), JSON.stringify(config));
  const address = `127.0.0.1:${await freePort()}`;
  await start('prometheus', [
    `--config.file=${join(folder, 'prometheus.yml')}`,
    `--storage.tsdb.path=${data}`,
    '--storage.tsdb.retention.time=100y',
    `--web.listen-address=${address}`,
  ]);
  await eventually(async () => (await statusOf(`http://${address}/-/ready`)) === 200);
  return `http://${address}`;
}

/** An exporter of the machine's figures: its `host:port`. */
export async function startNodeExporter(): Promise<string> {
  const address = `127.0.0.1:${await freePort()}`;
  await start('prometheus-node-exporter', [`--web.listen-address=${address}`]);
  await eventually(async () => (await statusOf(`http://${address}/metrics`)) === 200);
  return address;
}

async function start(program: (typeof programs)[number], parameters: readonly string[]): Promise<void> {
  const child = spawn(program, parameters, { stdio: 'ignore' });
  await once(child, 'spawn');
  after(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
}

async function statusOf(url: string): Promise<number | undefined> {
  try {
    return (await fetch(url)).status;
  } catch {
    return undefined;
  }
}

function openMetrics(samples: Samples): string {
  const lines = Object.entries(samples).flatMap(([series, values]) =>
    values.map(([atMs, value]) => `${series} ${value} ${atMs / 1000}`),
  );
  return [...lines, '# EOF', ''].join('\n');
}
