import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { removeFolder } from './folders.ts';

/** Why a test that lays out Word files cannot run here, or false. */
export const withoutOffice =
  spawnSync('soffice', ['--version']).error !== undefined && 'soffice (LibreOffice) is not installed';

const fonts = fileURLToPath(new URL('../../node_modules/@expo-google-fonts', import.meta.url));

/** What is known of the fonts once they were looked through, which takes longer than a conversion. */
const cache = fileURLToPath(new URL('../../node_modules/.cache/fontconfig', import.meta.url));

/** The project's fonts instead of Office's and the machine's: Noto Sans is a little wider than Calibri. */
const replacements = { Calibri: 'Noto Sans', 'Yu Gothic': 'Noto Sans JP', Arial: 'Vazirmatn' };

function fontConfiguration(): string {
  const aliases = Object.entries(replacements).map(
    ([family, other]) =>
      `<alias binding="same"><family>${family}</family><prefer><family>${other}</family></prefer></alias>`,
  );
  return `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${fonts}</dir><cachedir>${cache}</cachedir>${aliases.join('')}</fontconfig>`;
}

/** Word files as PDF, as LibreOffice lays them out; with an outline of their headings. */
export function convertedToPdf(files: readonly Uint8Array[]): Uint8Array[] {
  const folder = mkdtempSync(join(tmpdir(), 'word-'));
  try {
    const names = files.map((bytes, index) => {
      writeFileSync(join(folder, `${index}.docx`), bytes);
      return String(index);
    });
    writeFileSync(join(folder, 'fonts.conf'), fontConfiguration());
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`;
    const filter = 'pdf:writer_pdf_Export:{"ExportBookmarks":{"type":"boolean","value":"true"}}';
    execFileSync(
      'soffice',
      ['--headless', profile, '--convert-to', filter, '--outdir', folder, ...names.map((name) => `${name}.docx`)],
      {
        cwd: folder,
        stdio: 'pipe',
        timeout: 120_000,
        env: { ...process.env, FONTCONFIG_FILE: join(folder, 'fonts.conf') },
      },
    );
    return names.map((name) => readFileSync(join(folder, `${name}.pdf`)));
  } finally {
    removeFolder(folder);
  }
}
