import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { ServiceError } from './errors.ts';

const derive = promisify(argon2);

/** The Argon2id parameters of OWASP's password storage guide: 19 MiB and two passes, about 20 ms of one core. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 };
const tagLength = 32;
/** Each takes 19 MiB and one of libuv's four threads, which files and other hashes need too. */
const maxRunning = 2;
const maxWaiting = 50;
const phcForm = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Argon2id of a password with a fresh salt, in the PHC format; as bounded as `verifyPassword`. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await digest(password, { nonce, tagLength, ...cost });
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(nonce)}$${unpadded(tag)}`;
}

/**
 * Whether the password is the one that was hashed, compared in constant time, off the main thread. Two at a time;
 * throws `api_controls_unavailable` when 50 are already waiting.
 */
export async function verifyPassword(stored: string, password: string): Promise<boolean> {
  const match = phcForm.exec(stored);
  if (!match) throw new TypeError('Not an Argon2id hash');
  const [memory = 0, passes = 0, parallelism = 0] = match.slice(1, 4).map(Number);
  const [nonce, expected] = match.slice(4).map((text) => Buffer.from(text, 'base64')) as [Buffer, Buffer];
  const tag = await digest(password, { nonce, tagLength: expected.length, memory, passes, parallelism });
  return timingSafeEqual(tag, expected);
}

let running = 0;
const waiting: (() => void)[] = [];

async function digest(password: string, parameters: Omit<Argon2Parameters, 'message'>): Promise<Buffer> {
  if (running < maxRunning) running++;
  else if (waiting.length < maxWaiting) await new Promise<void>((resolve) => waiting.push(resolve));
  else throw new ServiceError('api_controls_unavailable');
  try {
    // Keyboards differ in how they compose an accented letter.
    return await derive('argon2id', { message: password.normalize('NFC'), ...parameters });
  } finally {
    // The next in line takes over the slot.
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
