import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../../../src/platform/config/config.ts';

const base = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };
const read = (more: Record<string, string> = {}) => readConfig({ ...base, ...more }).tracing;

test('without an address nothing is traced, and neither when it is switched off', () => {
  assert.equal(readConfig({}).tracing, null);
  assert.equal(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: ' ' }).tracing, null);
  assert.equal(read({ OTEL_SDK_DISABLED: 'true' }), null);
  assert.equal(read({ OTEL_TRACES_EXPORTER: 'none' }), null);
  assert.notEqual(read({ OTEL_SDK_DISABLED: 'false' }), null);
});

test('an address of a collector is enough: the rest is as OpenTelemetry has it', () => {
  assert.deepEqual(read(), {
    url: 'http://collector:4318/v1/traces',
    headers: {},
    encoding: 'protobuf',
    compression: 'none',
    timeoutMs: 10_000,
    sampler: 'parentbased_always_on',
    ratio: 1,
    propagates: true,
    resource: { 'service.name': 'report-service' },
    batch: { delayMs: 5_000, queueSize: 2_048, size: 512 },
  });
});

test('the path of traces is put behind an address of all signals, and none behind that of traces', () => {
  assert.equal(
    read({ OTEL_EXPORTER_OTLP_ENDPOINT: 'https://c.example/otlp/' })?.url,
    'https://c.example/otlp/v1/traces',
  );
  const own = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://traces:4318/api/traces' };
  assert.equal(read(own)?.url, 'http://traces:4318/api/traces');
  assert.equal(readConfig(own).tracing?.url, 'http://traces:4318/api/traces');
});

test('what is said of traces comes before what is said of all signals', () => {
  const both = read({
    OTEL_EXPORTER_OTLP_HEADERS: 'x-team=all',
    OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'authorization=Bearer%20a%3Db, X-Team = reports',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
    OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json',
    OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: '500',
    OTEL_EXPORTER_OTLP_TRACES_COMPRESSION: 'gzip',
  });
  assert.deepEqual(both?.headers, { authorization: 'Bearer a=b', 'x-team': 'reports' });
  assert.deepEqual([both?.encoding, both?.timeoutMs, both?.compression], ['json', 500, 'gzip']);
});

test('the name of the service comes before that among its attributes', () => {
  const attributes = { OTEL_RESOURCE_ATTRIBUTES: 'service.name=one,deployment.environment.name=production%20eu' };
  assert.deepEqual(read(attributes)?.resource, {
    'service.name': 'one',
    'deployment.environment.name': 'production eu',
  });
  assert.equal(read({ ...attributes, OTEL_SERVICE_NAME: 'two' })?.resource['service.name'], 'two');
});

test('a share belongs to a sampler by ratio', () => {
  const tenth = { OTEL_TRACES_SAMPLER_ARG: '0.1' };
  assert.equal(read({ ...tenth, OTEL_TRACES_SAMPLER: 'parentbased_traceidratio' })?.ratio, 0.1);
  assert.equal(read({ ...tenth, OTEL_TRACES_SAMPLER: 'always_on' })?.ratio, 1);
});

test('propagators decide whether the context of others is read and sent', () => {
  assert.equal(read({ OTEL_PROPAGATORS: 'tracecontext,baggage' })?.propagates, true);
  assert.equal(read({ OTEL_PROPAGATORS: 'none' })?.propagates, false);
  assert.equal(read({ OTEL_PROPAGATORS: 'baggage' })?.propagates, false);
});

const wrong: readonly (readonly [name: string, value: string, said: RegExp])[] = [
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', /OTEL_EXPORTER_OTLP_ENDPOINT must be a URL that starts with http/],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://user:hidden@c', /must have no user and password/],
  ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'ftp://c', /OTEL_EXPORTER_OTLP_TRACES_ENDPOINT must be a URL/],
  [
    'OTEL_EXPORTER_OTLP_PROTOCOL',
    'grpc',
    /OTEL_EXPORTER_OTLP_PROTOCOL must be http\/protobuf or http\/json, not "grpc"/,
  ],
  ['OTEL_EXPORTER_OTLP_COMPRESSION', 'zstd', /OTEL_EXPORTER_OTLP_COMPRESSION must be gzip or none/],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'hidden', /OTEL_EXPORTER_OTLP_HEADERS must be a list/],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'x=hidden%', /OTEL_EXPORTER_OTLP_HEADERS must be a list/],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'x=hidden%0d%0ay: z', /OTEL_EXPORTER_OTLP_HEADERS must be a list/],
  ['OTEL_EXPORTER_OTLP_TIMEOUT', '0', /OTEL_EXPORTER_OTLP_TIMEOUT must be a whole number from 1 to 60000, not "0"/],
  ['OTEL_RESOURCE_ATTRIBUTES', 'production', /OTEL_RESOURCE_ATTRIBUTES must be a list/],
  ['OTEL_TRACES_EXPORTER', 'zipkin', /OTEL_TRACES_EXPORTER must be otlp or none, not "zipkin"/],
  ['OTEL_TRACES_SAMPLER', 'often', /OTEL_TRACES_SAMPLER must be one of always_on, .*, not "often"/],
  ['OTEL_PROPAGATORS', 'b3', /OTEL_PROPAGATORS must hold tracecontext, baggage or none, not "b3"/],
  ['OTEL_BSP_SCHEDULE_DELAY', 'soon', /OTEL_BSP_SCHEDULE_DELAY must be a whole number/],
  ['OTEL_BSP_MAX_QUEUE_SIZE', '0', /OTEL_BSP_MAX_QUEUE_SIZE must be a whole number/],
  ['OTEL_BSP_MAX_EXPORT_BATCH_SIZE', '-1', /OTEL_BSP_MAX_EXPORT_BATCH_SIZE must be a whole number/],
  ['OTEL_SDK_DISABLED', 'perhaps', /OTEL_SDK_DISABLED must be "true" or "false", not "perhaps"/],
];

for (const [name, value, said] of wrong) {
  test(`${name}=${value.replaceAll(/[^\w:/@.%-]/g, '_')} is told in a sentence, without what may be secret`, () => {
    assert.throws(
      () => read({ [name]: value }),
      ({ message }: Error) => {
        assert.match(message, said);
        assert.ok(!message.includes('hidden'));
        return true;
      },
    );
  });
}

for (const share of ['1.5', '-1', 'half', '1e-1']) {
  test(`a share of ${share} is told in a sentence`, () => {
    const asked = { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: share };
    assert.throws(() => read(asked), /OTEL_TRACES_SAMPLER_ARG must be a share from 0 to 1/);
  });
}

test('wrong values that every container may get harm nobody who does not trace', () => {
  assert.equal(readConfig({ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc', OTEL_PROPAGATORS: 'b3' }).tracing, null);
  assert.equal(read({ OTEL_SDK_DISABLED: 'true', OTEL_TRACES_SAMPLER: 'often' }), null);
});
