import type { ConnectorLogger } from './contract.ts';

const mask = '[redacted]';
/** Shorter texts would blank out half of every line and are not secrets. */
const minSecretLength = 4;
const maxDepth = 6;

/**
 * A logger that redacts every text in `secret` (a text, or any object of texts) from its messages and fields. Secrets may
 * be added meanwhile.
 */
export function redactingLogger(log: ConnectorLogger, secret: unknown): ConnectorLogger {
  const redact = (text: string) => formsOf(secret).reduce((rest, form) => rest.replaceAll(form, mask), text);
  const redactFields = (fields: Record<string, unknown>) => redactValue(fields, redact, 0) as Record<string, unknown>;
  return {
    info: (fields, message) => log.info(redactFields(fields), redact(message)),
    warn: (fields, message) => log.warn(redactFields(fields), redact(message)),
  };
}

/** Every way in which a secret's texts are written, the longest first. */
function formsOf(secret: unknown): string[] {
  return textsIn(secret)
    .filter((text) => text.length >= minSecretLength)
    .flatMap((text) => [
      text,
      encodeURIComponent(text),
      JSON.stringify(text).slice(1, -1),
      Buffer.from(text).toString('base64'),
    ])
    .sort((a, b) => b.length - a.length);
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function redactValue(value: unknown, redact: (text: string) => string, depth: number): unknown {
  if (typeof value === 'string') return redact(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === maxDepth) return '[deeper]';
  if (value instanceof Error) {
    const { name, message, stack, cause } = value;
    return redactValue({ ...value, name, message, stack, cause }, redact, depth);
  }
  if (Array.isArray(value)) return value.map((item) => redactValue(item, redact, depth + 1));
  if (value instanceof URL || value instanceof Date) return redact(String(value));
  const entries = Object.entries(value).map(([key, item]) => [redact(key), redactValue(item, redact, depth + 1)]);
  return Object.fromEntries(entries);
}
