const general = {
  ENDPOINT:
    'The address of a collector of OpenTelemetry, such as `http://collector:4318`; traces go to `/v1/traces` behind it (OTLP/HTTP). Without it [nothing is traced](tracing.md).',
  HEADERS:
    'Headers for the collector, as `name=value` separated by commas, values in percent-encoding: `authorization=Bearer%20abc`.',
  PROTOCOL: '`http/protobuf` (unless set) or `http/json`; there is no gRPC.',
  COMPRESSION: '`gzip` compresses what is sent; `none` unless set.',
  TIMEOUT:
    'How many milliseconds a batch may take with its further tries, 1 to 60,000; 10,000 unless set. After that it is lost.',
} as const;

const ofTraces = Object.entries(general).map(([name, meaning]) => [
  `OTEL_EXPORTER_OTLP_TRACES_${name}`,
  name === 'ENDPOINT'
    ? 'Where traces go, as a whole address: nothing is put behind it. It comes before `OTEL_EXPORTER_OTLP_ENDPOINT`.'
    : `It comes before \`OTEL_EXPORTER_OTLP_${name}\`. ${meaning}`,
]);

const others = {
  OTEL_SDK_DISABLED: '`true` traces nothing, whatever the others say.',
  OTEL_TRACES_EXPORTER: '`otlp` (unless set), or `none`, which traces nothing.',
  OTEL_SERVICE_NAME: 'What the service is called in traces; `report-service` unless set.',
  OTEL_RESOURCE_ATTRIBUTES:
    'More about the service in traces, as `name=value` separated by commas: `deployment.environment.name=production`.',
  OTEL_TRACES_SAMPLER:
    'Which traces are kept: `always_on`, `always_off`, `traceidratio`, or with `parentbased_` before it, which keeps what a caller keeps. `parentbased_always_on` unless set.',
  OTEL_TRACES_SAMPLER_ARG: 'The share that a sampler by ratio keeps, 0 to 1, such as `0.1`; 1 unless set.',
  OTEL_PROPAGATORS:
    '`tracecontext` reads and sends the context of others (W3C), `none` does not; `baggage` is accepted and not carried.',
  OTEL_BSP_SCHEDULE_DELAY:
    'How many milliseconds spans are gathered before they are sent, 1 to 60,000; 5,000 unless set.',
  OTEL_BSP_MAX_QUEUE_SIZE:
    'How many spans of a thread may wait to be sent, 1 to 65,536; more are dropped. 2,048 unless set.',
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: 'How many spans are sent together, 1 to 65,536; 512 unless set.',
};

/** The standard variables of OpenTelemetry that `readTracing` reads. They have no default that matters by itself: without an address nothing is traced. */
export const tracingVariables: Readonly<Record<string, { readonly default: null; readonly meaning: string }>> =
  Object.fromEntries(
    [
      ...Object.entries(general).map(([name, meaning]) => [`OTEL_EXPORTER_OTLP_${name}`, meaning]),
      ...ofTraces,
      ...Object.entries(others),
    ].map(([name, meaning]) => [name, { default: null, meaning: String(meaning) }]),
  );
