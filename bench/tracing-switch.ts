import { createServer } from 'node:http';
import { BroadcastChannel, isMainThread } from 'node:worker_threads';
import { readConfig } from '../src/platform/config/config.ts';
import { startTracing } from '../src/platform/tracing/start-tracing.ts';

/**
 * Loaded into a service by `--import`: a PUT to `/on` or `/off` of the socket in BENCH_SWITCH lets all its threads trace, or stops
 * that, so that the two are compared within one process. It answers with the processor time of the process so far, in
 * microseconds. The spans go to BENCH_COLLECTOR.
 */
const { BENCH_SWITCH: socket, BENCH_COLLECTOR: collector } = process.env;
const channel = new BroadcastChannel('bench-tracing-switch');
let tracing: AsyncDisposable | undefined;

async function turn(to: string): Promise<void> {
  await tracing?.[Symbol.asyncDispose]();
  tracing = undefined;
  if (to !== 'on') return;
  const { tracing: config } = readConfig({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector,
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.1',
  });
  tracing = await startTracing(config, { warn: (_, message) => console.error(message) });
}

channel.onmessage = (event) => turn(String((event as MessageEvent).data));
channel.unref();

// What the service itself starts has its threads' options as well.
if (isMainThread && process.argv.includes('serve')) {
  createServer(async (request, response) => {
    const to = request.url === '/on' ? 'on' : 'off';
    channel.postMessage(to);
    await turn(to);
    const { user, system } = process.cpuUsage();
    response.end(String(user + system));
  })
    .listen(socket)
    .unref();
}
