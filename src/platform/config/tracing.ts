/** Where spans go and which are kept, from the standard variables of OpenTelemetry. */
export interface TracingConfig {
  /** Where spans are posted to. */
  readonly url: string;
  /** May hold credentials. */
  readonly headers: Readonly<Record<string, string>>;
  readonly encoding: 'protobuf' | 'json';
  readonly compression: 'gzip' | 'none';
  /** For one batch, with its further tries. */
  readonly timeoutMs: number;
  readonly sampler: SamplerName;
  /** The share of traces that a sampler by ratio keeps, 0 to 1. */
  readonly ratio: number;
  /** Whether the trace context of others is read and sent (W3C). */
  readonly propagates: boolean;
  /** What names the service to the collector. */
  readonly resource: Readonly<Record<string, string>>;
  readonly batch: { readonly delayMs: number; readonly queueSize: number; readonly size: number };
}

export const samplerNames = [
  ...(['always_on', 'always_off', 'traceidratio'] as const),
  ...(['parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'] as const),
] as const;
type SamplerName = (typeof samplerNames)[number];

const protocols = { 'http/protobuf': 'protobuf', 'http/json': 'json' } as const;
const compressions = { gzip: 'gzip', none: 'none' } as const;
const carried = ['tracecontext', 'baggage', 'none'];
const defaultName = 'report-service';

type Text = (name: string) => string | null;

/** Null when nothing is traced: then wrong values of the other variables, which every container may get, harm nobody. */
export function readTracing(text: Text, faults: string[]): TracingConfig | null {
  const found: string[] = [];
  // All of them are read, whatever the first ones say: the page of the configuration lists them.
  const config = readAll(text, found);
  const isDisabled = readDisabled(text, faults);
  if (isDisabled || config === null) return null;
  faults.push(...found);
  return config;
}

function readDisabled(text: Text, faults: string[]): boolean {
  const value = text('OTEL_SDK_DISABLED')?.toLowerCase() ?? 'false';
  if (!['true', 'false'].includes(value)) faults.push(`OTEL_SDK_DISABLED must be "true" or "false", not "${value}"`);
  return value === 'true';
}

function readAll(text: Text, faults: string[]): TracingConfig | null {
  const either = (name: string) => text(`OTEL_EXPORTER_OTLP_TRACES_${name}`) ?? text(`OTEL_EXPORTER_OTLP_${name}`);
  const general = text('OTEL_EXPORTER_OTLP_ENDPOINT');
  const own = text('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT');
  const exporter = oneOf(text, 'OTEL_TRACES_EXPORTER', { otlp: 'otlp', none: 'none' }, 'otlp', faults);
  const url = own === null ? readBase(general, faults) : readAddress('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', own, faults);
  const choose = <Value extends string>(name: string, values: Readonly<Record<string, Value>>, fallback: Value) =>
    oneOf(() => either(name), `OTEL_EXPORTER_OTLP_${name}`, values, fallback, faults);
  const whole = (name: string, value: string | null, fallback: number, most: number) => {
    if (value === null) return fallback;
    if (/^\d+$/.test(value) && Number(value) >= 1 && Number(value) <= most) return Number(value);
    faults.push(`${name} must be a whole number from 1 to ${most}, not "${value}"`);
    return fallback;
  };
  const queueSize = whole('OTEL_BSP_MAX_QUEUE_SIZE', text('OTEL_BSP_MAX_QUEUE_SIZE'), 2_048, 65_536);
  const batchSize = whole('OTEL_BSP_MAX_EXPORT_BATCH_SIZE', text('OTEL_BSP_MAX_EXPORT_BATCH_SIZE'), 512, 65_536);
  const config = {
    headers: readHeaders(either('HEADERS'), faults),
    encoding: choose('PROTOCOL', protocols, 'protobuf'),
    compression: choose('COMPRESSION', compressions, 'none'),
    timeoutMs: whole('OTEL_EXPORTER_OTLP_TIMEOUT', either('TIMEOUT'), 10_000, 60_000),
    ...readSampler(text, faults),
    propagates: readPropagators(text('OTEL_PROPAGATORS'), faults),
    resource: readResource(text('OTEL_RESOURCE_ATTRIBUTES'), text('OTEL_SERVICE_NAME'), faults),
    batch: {
      delayMs: whole('OTEL_BSP_SCHEDULE_DELAY', text('OTEL_BSP_SCHEDULE_DELAY'), 5_000, 60_000),
      queueSize,
      size: Math.min(batchSize, queueSize),
    },
  };
  return (own ?? general) === null || exporter === 'none' ? null : { url, ...config };
}

function oneOf<Value extends string>(
  text: Text,
  name: string,
  values: Readonly<Record<string, Value>>,
  fallback: Value,
  faults: string[],
): Value {
  const value = text(name);
  if (value === null) return fallback;
  const known = Object.hasOwn(values, value) ? values[value] : undefined;
  if (known === undefined) faults.push(`${name} must be ${Object.keys(values).join(' or ')}, not "${value}"`);
  return known ?? fallback;
}

/** The path of traces is put behind an address for all signals. */
function readBase(address: string | null, faults: string[]): string {
  const read = address === null ? '' : readAddress('OTEL_EXPORTER_OTLP_ENDPOINT', address, faults);
  if (read === '') return '';
  const url = new URL(read);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/v1/traces`;
  return url.href;
}

function readAddress(name: string, address: string, faults: string[]): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
  // The value is not repeated: it may carry a password.
  if (!isWeb) faults.push(`${name} must be a URL that starts with http:// or https://`);
  else if (url.username || url.password) {
    faults.push(`${name} must have no user and password; OTEL_EXPORTER_OTLP_HEADERS takes them`);
  }
  return isWeb ? url.href : '';
}

/** `name=value` separated by commas, values in percent-encoding. The text is not repeated: it may hold credentials. */
function readHeaders(list: string | null, faults: string[]): Record<string, string> {
  const pairs = readPairs(list);
  // The first `Headers` loads all of fetch, in a tenth of the time that most commands take.
  if (pairs?.length === 0) return {};
  const headers = new Headers();
  try {
    for (const [name, value] of pairs ?? [['']]) headers.set(name, value ?? '');
  } catch {
    faults.push('OTEL_EXPORTER_OTLP_HEADERS must be a list such as "authorization=Basic%20dXNlcg,x-team=reports"');
  }
  return Object.fromEntries(headers);
}

function readResource(list: string | null, name: string | null, faults: string[]): Record<string, string> {
  const pairs = readPairs(list);
  if (!pairs) faults.push('OTEL_RESOURCE_ATTRIBUTES must be a list such as "deployment.environment.name=production"');
  return { 'service.name': defaultName, ...Object.fromEntries(pairs ?? []), ...(name && { 'service.name': name }) };
}

/** Undefined for what is no such list. */
function readPairs(list: string | null): readonly (readonly [name: string, value: string])[] | undefined {
  const parts = list?.split(',').filter((part) => part.trim() !== '') ?? [];
  try {
    return parts.map((part) => {
      const [, name = '', value = ''] = /^\s*([^\s=]+)\s*=(.*)$/.exec(part) ?? [];
      if (name === '') throw new URIError('There is no name.');
      return [decodeURIComponent(name), decodeURIComponent(value.trim())] as const;
    });
  } catch {
    return undefined;
  }
}

function readSampler(text: Text, faults: string[]): { sampler: SamplerName; ratio: number } {
  const value = text('OTEL_TRACES_SAMPLER') ?? 'parentbased_always_on';
  const argument = text('OTEL_TRACES_SAMPLER_ARG');
  const sampler = samplerNames.find((name) => name === value);
  if (!sampler) faults.push(`OTEL_TRACES_SAMPLER must be one of ${samplerNames.join(', ')}, not "${value}"`);
  if (argument === null || !sampler?.endsWith('traceidratio')) {
    return { sampler: sampler ?? 'parentbased_always_on', ratio: 1 };
  }
  const ratio = Number(argument);
  const isShare = /^[\d.]+$/.test(argument) && ratio >= 0 && ratio <= 1;
  if (!isShare) faults.push(`OTEL_TRACES_SAMPLER_ARG must be a share from 0 to 1, such as 0.1, not "${argument}"`);
  return { sampler, ratio: isShare ? ratio : 1 };
}

/** Baggage, which is there by default, is accepted and not carried: nobody here would read it. */
function readPropagators(list: string | null, faults: string[]): boolean {
  const names = list?.split(',').map((name) => name.trim()) ?? ['tracecontext'];
  const unknown = names.find((name) => !carried.includes(name));
  if (unknown !== undefined) faults.push(`OTEL_PROPAGATORS must hold tracecontext, baggage or none, not "${unknown}"`);
  return names.includes('tracecontext');
}
