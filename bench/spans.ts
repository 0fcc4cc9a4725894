import { setImmediate } from 'node:timers/promises';
import { readConfig } from '../src/platform/config/config.ts';
import { beginSpan } from '../src/platform/tracing/spans.ts';
import { startTracing } from '../src/platform/tracing/start-tracing.ts';
import { median } from './median.ts';

const rounds = 7;
const spans = 20_000;
/** As many as requests end in a turn of the event loop. */
const atOnce = 50;

/** The processor time of the span of one request with its attributes, in microseconds: recorded and sent, or neither. */
export async function benchSpans(url: string): Promise<{ unrecordedUs: number; recordedUs: number }> {
  return { unrecordedUs: await measure(url, 'always_off'), recordedUs: await measure(url, 'always_on') };
}

async function measure(url: string, sampler: string): Promise<number> {
  const config = readConfig({
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_TRACES_SAMPLER: sampler,
    OTEL_BSP_MAX_QUEUE_SIZE: '65536',
  });
  await using _tracing = await startTracing(config.tracing, { warn: (_, message) => console.error(message) });
  const times: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const before = process.cpuUsage();
    for (let count = 0; count < spans; count++) {
      one();
      if (count % atOnce === 0) await setImmediate();
    }
    const { user, system } = process.cpuUsage(before);
    // The first warms up.
    if (round > 0) times.push((user + system) / spans);
  }
  return median(times);
}

function one(): void {
  const span = beginSpan('GET /api/v1/projects/:project_id', { kind: 'server', parent: null });
  if (span?.traceId !== undefined) {
    span.set({
      'http.request.method': 'GET',
      'url.scheme': 'http',
      'http.route': '/api/v1/projects/:project_id',
      'report_service.request.id': 'req_01jd5w0k3m8q2r4t6v8x0z1b3d',
    });
    span.set({ 'http.response.status_code': 200, 'report_service.account.id': 'acc_01jd5w0k3m8q2r4t6v8x0z1b3d' });
  }
  span?.end();
}
