import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { drawLogo, type Logo } from './logo.ts';

const program = fileURLToPath(new URL('./logo-process.ts', import.meta.url));
const options = { timeout: 5_000, killSignal: 'SIGKILL', maxBuffer: 8 * 2 ** 20, env: {} } as const;

/** What the process writes of a logo: its measures as JSON, and on the next line its picture. */
export function logoAnswer(dataUri: string): Buffer {
  const logo = drawLogo(dataUri);
  if (!logo) return Buffer.alloc(0);
  const { png, ...measures } = logo;
  return Buffer.concat([Buffer.from(`${JSON.stringify(measures)}\n`), png]);
}

/**
 * As `drawLogo`, in a process of its own that is given five seconds: there are drawings at which the native code ends its
 * process or never ends, and those are left out too. Blocks the thread meanwhile.
 */
export function drawLogoApart(dataUri: string | null): Logo | undefined {
  if (dataUri === null) return undefined;
  const { status, stdout } = spawnSync(process.execPath, [program], { ...options, input: dataUri });
  const end = stdout?.indexOf('\n') ?? -1;
  if (status !== 0 || end < 0) return undefined;
  return { ...JSON.parse(stdout.toString('utf8', 0, end)), png: stdout.subarray(end + 1) };
}
