const maxLogoBytes = 128 * 1024;
const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * Whether the text names a time zone of the IANA database; not offsets such as `+01:00`, and not `PST`, which only Intl
 * knows.
 */
export function isTimeZone(text: string): boolean {
  if (!/^[A-Za-z]/.test(text)) return false;
  try {
    Temporal.Now.zonedDateTimeISO(text);
    return true;
  } catch {
    return false;
  }
}

/** Whether the text is a data URI of a PNG or SVG picture of at most 128 KiB. */
export function isLogo(text: string): boolean {
  // Base64 takes four characters for three bytes, percent-encoding at most three for one; anything longer is too large.
  if (text.length > maxLogoBytes * 3 + 100) return false;
  const match = /^data:image\/(png|svg\+xml)((?:;[a-z0-9-]+=[a-zA-Z0-9-]+)*)(;base64)?,(.*)$/s.exec(text);
  if (!match) return false;
  const [, type, , base64, data = ''] = match;
  const bytes = base64 ? decodeBase64(data) : decodePercent(data);
  if (!bytes || bytes.length === 0 || bytes.length > maxLogoBytes) return false;
  return type === 'png' ? bytes.subarray(0, 8).equals(pngSignature) : bytes.includes('<svg');
}

function decodeBase64(data: string): Buffer | undefined {
  return /^[A-Za-z0-9+/]*={0,2}$/.test(data) ? Buffer.from(data, 'base64') : undefined;
}

function decodePercent(data: string): Buffer | undefined {
  try {
    return Buffer.from(decodeURIComponent(data));
  } catch {
    return undefined;
  }
}
