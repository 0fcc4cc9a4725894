import { mkdtempSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConsoleFolder } from '../../src/domains/console/built-console.ts';

/** What stands in for the build of the console, by the names of its files. */
export const script = `document.title = '${'console '.repeat(500)}';`;
export const picture = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A folder for a small build of the console, which `build` puts there at once. */
export function givenConsoleFolder() {
  const place = mkdtempSync(join(tmpdir(), 'report-service-console-'));
  const dist = join(place, 'dist');
  return {
    folder: new ConsoleFolder(dist),
    /** The content of the page's title may be another one in a second build. */
    async build(title = 'Console') {
      const fresh = join(place, 'fresh');
      await mkdir(join(fresh, 'assets'), { recursive: true });
      const page = `<!doctype html><title>${title}</title><meta name="base" content="%BASE%"><meta property="csp-nonce" nonce="%NONCE%">`;
      await writeFile(join(fresh, 'index.html'), `${page}<script src="%BASE%/console/assets/app-1.js"></script>`);
      await writeFile(join(fresh, 'assets/app-1.js'), script);
      await writeFile(join(fresh, 'assets/style-2.css'), 'body { margin: 0; }');
      await writeFile(join(fresh, 'assets/mark-3.png'), picture);
      await writeFile(join(fresh, 'assets/notes.txt'), 'not of the console');
      await rm(dist, { recursive: true, force: true });
      await rename(fresh, dist);
    },
    [Symbol.asyncDispose]: () => rm(place, { recursive: true, force: true }),
  };
}
