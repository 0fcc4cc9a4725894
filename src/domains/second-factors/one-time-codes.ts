const digits = 6;
const stepSeconds = 30;
/** Steps before and after now whose codes count, since clocks differ and people take time to type. */
const window = 1;
/** 160 bits, as RFC 4226 recommends. */
const secretBytes = 20;
const issuer = 'Report Service';

/** What an app needs to show the codes of a secret. */
export interface CodeSetup {
  /** Base32, for whoever types it. */
  readonly secret: string;
  /** `otpauth://totp/…`, which a QR code holds. */
  readonly uri: string;
}

// Few requests need the library, so it is loaded by the first one that does.
const loadLibrary = () => import('otpauth');

/** A new secret of time-based one-time codes (RFC 6238: SHA-1, 6 digits, 30 s), as apps expect it. */
export async function makeCodeSetup(email: string): Promise<CodeSetup> {
  const { Secret, TOTP } = await loadLibrary();
  const secret = new Secret({ size: secretBytes });
  const codes = new TOTP({ issuer, label: email, secret, algorithm: 'SHA1', digits, period: stepSeconds });
  return { secret: secret.base32, uri: codes.toString() };
}

/** A picture of what an app opens, which its camera reads: SVG, black on white. */
export async function drawQrCode(uri: string): Promise<string> {
  const { renderSVG } = await import('uqr');
  return renderSVG(uri, { ecc: 'M', border: 4 });
}

/** The step of time whose code it is, of now (epoch milliseconds) or those beside it; undefined for none. */
export async function findStep(secret: string, code: string, now: number): Promise<number | undefined> {
  const { Secret, TOTP } = await loadLibrary();
  const codes = new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits, period: stepSeconds });
  const delta = codes.validate({ token: code, timestamp: now, window });
  return delta === null ? undefined : Math.floor(now / 1_000 / stepSeconds) + delta;
}

/** What somebody typed as a one-time code, without blanks; undefined for what cannot be one. */
export function readCode(text: string): string | undefined {
  const code = text.replace(/[\s-]/g, '');
  return /^\d{6}$/.test(code) ? code : undefined;
}
