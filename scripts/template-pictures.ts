import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { library } from '../src/domains/templates/library.ts';
import { exampleReport } from '../test/support/example-reports.ts';
import { renderDocument } from '../test/support/render.ts';

/** Makes the pictures of the templates that come with the service: the first page after the cover, with example figures. */
const pictures = fileURLToPath(new URL('../src/domains/templates/pictures/', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'template-pictures-'));
for (const template of library) {
  const file = join(folder, `${template.id}.pdf`);
  writeFileSync(file, (await renderDocument(exampleReport(template, 'en-GB'), 'pdf')).bytes);
  const page = ['-f', '2', '-l', '2', '-singlefile', '-jpeg', '-jpegopt', 'quality=72'];
  const size = ['-scale-to-x', '340', '-scale-to-y', '-1'];
  const { status, stderr } = spawnSync('pdftoppm', [...page, ...size, file, join(pictures, template.id)]);
  if (status !== 0) throw new Error(`pdftoppm: ${stderr}`);
}
rmSync(folder, { recursive: true });
