import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { OperatorError } from '../platform/errors.ts';
import { driveLoad, isOk, type LoadResult, mostRequests, quantile, type Sample, samplesOf } from './load.ts';
import { endWithFault, print, type Row, wholeNumber } from './output.ts';

interface LoadFlags {
  url: string;
  token: string;
  project?: string;
  seconds: number;
  connections: number;
  rate?: number;
  json?: boolean;
}

/** The promises of docs/slo.md that reads can break. */
const promised = { withinMs: 100, share: 0.99, answered: 0.999 } as const;
const [mostSeconds, mostConnections, mostRate] = [300, 64, 20_000];
const requestMs = 10_000;

/** `loadtest`: what an installation holds, by reads that change nothing. */
export function loadtestCommand(program: Command): void {
  program
    .command('loadtest')
    .description('send reads to a service for a while, and say how fast it answers; changes nothing')
    .requiredOption('--url <url>', 'the address of the service, without /api/v1')
    .requiredOption('--token <file>', 'a file with a token of the public API; - reads standard input')
    .option('--project <id>', 'a project of the account, to be read as well')
    .option('--seconds <n>', `how long, at most ${mostSeconds}`, wholeNumber('--seconds', 1, mostSeconds), 30)
    .option(
      '--connections <n>',
      `how many requests go at once, at most ${mostConnections}`,
      wholeNumber('--connections', 1, mostConnections),
      16,
    )
    .option(
      '--rate <n>',
      `requests a second, at most ${mostRate}; as many as the account may make when absent`,
      wholeNumber('--rate', 1, mostRate),
    )
    .option('--json', 'print JSON')
    .action(runLoadtest);
}

async function runLoadtest(flags: LoadFlags): Promise<void> {
  const url = originOf(flags.url);
  const token = (flags.token === '-' ? await text(process.stdin) : await readToken(flags.token)).trim();
  const samples = samplesOf(flags.project);
  const perMinute = await probe(url, token, samples);
  const rate = flags.rate ?? Math.max(1, Math.floor((perMinute / 60) * 0.9));
  if (rate * flags.seconds > mostRequests) {
    throw new OperatorError(
      `--rate ${rate} for ${flags.seconds} s is more than ${mostRequests} requests; lower one of them.`,
    );
  }
  if (rate * 60 > perMinute) {
    throw new OperatorError(
      `The account may make ${perMinute} requests a minute, so --rate ${rate} would mostly be refused. Give its plan or the account a higher limit ("accounts update ID --per-minute N"), or take --rate ${Math.floor(perMinute / 60)}.`,
    );
  }
  const abort = new AbortController();
  const stop = () => abort.abort();
  process.once('SIGINT', stop);
  process.stderr.write(
    `${rate} requests a second for ${flags.seconds} s to ${url}; Ctrl+C ends it and shows what there is.\n`,
  );
  const load = { ...flags, url, token, rate, requestMs, signal: abort.signal };
  const results = await driveLoad(load, samples).finally(() => process.off('SIGINT', stop));
  const rows = results.map(rowOf);
  print(rows, Boolean(flags.json));
  const broken = brokenPromises(results);
  for (const sentence of broken) process.stderr.write(`${sentence}\n`);
  if (broken.length > 0) endWithFault();
  process.stderr.write('It holds the objectives of reads (docs/slo.md).\n');
}

function originOf(given: string): string {
  const url = URL.parse(given);
  if (url && /^https?:$/.test(url.protocol)) return url.href.replace(/\/+$/, '');
  throw new OperatorError(`--url takes an address such as https://reports.example.com, not "${given}".`);
}

async function readToken(file: string): Promise<string> {
  return await readFile(file, 'utf8').catch((error: Error) => {
    throw new OperatorError(`--token: ${file} cannot be read: ${error.message}`);
  });
}

/** How many requests a minute the account may make. Throws an OperatorError for what would fail all the time. */
async function probe(url: string, token: string, samples: readonly Sample[]): Promise<number> {
  let perMinute = 0;
  for (const { path } of samples) {
    const response = await fetch(url + path, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(requestMs),
    }).catch((error: Error) => {
      throw new OperatorError(
        `${url} does not answer: ${(error.cause as Error | undefined)?.message ?? error.message}`,
      );
    });
    await response.body?.cancel();
    if (!response.ok) {
      throw new OperatorError(`GET ${path} is answered with ${response.status}; it takes 200 before there is a load.`);
    }
    perMinute = Number(response.headers.get('x-ratelimit-limit'));
  }
  if (perMinute > 0) return perMinute;
  throw new OperatorError(`${url} answers, but not as Report Service does: it has no X-RateLimit-Limit.`);
}

function rowOf({ request, times, statuses }: LoadResult): Row {
  const sorted = times.toSorted((one, other) => one - other);
  const shown = (share: number) => {
    const found = quantile(sorted, share);
    return found === null ? null : Number(found.toFixed(1));
  };
  const others = [...statuses].filter(([status]) => !isOk(status));
  return {
    request,
    answers: times.length,
    p50_ms: shown(0.5),
    p95_ms: shown(0.95),
    p99_ms: shown(0.99),
    not_ok: others.map(([status, count]) => `${count} × ${status === 0 ? 'none' : status}`).join(', ') || null,
  };
}

function brokenPromises(results: readonly LoadResult[]): string[] {
  const times = results.flatMap((result) => result.times);
  const statuses = results.flatMap((result) => [...result.statuses]);
  const count = (isMeant: (status: number) => boolean) =>
    statuses.reduce((sum, [status, number]) => sum + (isMeant(status) ? number : 0), 0);
  const all = count(() => true);
  if (all === 0) return ['No request was sent.'];
  const bad = count((status) => status === 0 || status >= 500) / all;
  const late = times.filter((time) => time > promised.withinMs).length / Math.max(1, times.length);
  const refused = count((status) => status !== 0 && status < 500 && !isOk(status)) / all;
  const percent = (share: number) => `${Number((share * 100).toPrecision(3))} %`;
  return [
    ...(refused > 0
      ? [
          `${percent(refused)} were refused, such as with 429: what the account may make a day ends as well. Their times say nothing.`,
        ]
      : []),
    ...(bad > 1 - promised.answered
      ? [`${percent(bad)} were not answered, or with 5xx; ${percent(1 - promised.answered)} may be.`]
      : []),
    ...(late > 1 - promised.share
      ? [`${percent(late)} took longer than ${promised.withinMs} ms; ${percent(1 - promised.share)} may.`]
      : []),
  ];
}
