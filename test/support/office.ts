import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
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

const installed = '/usr/share/fonts/truetype';
/** Machines of readers by the fonts they have: ours, what stands in for Calibri, and the widest of what stands in for it. */
const machines = {
  ours: { folders: [fonts], replacements },
  carlito: { folders: [`${installed}/crosextra`, `${installed}/dejavu`], replacements: {} },
  dejavu: { folders: [`${installed}/dejavu`], replacements: {} },
} as const;
export type Machine = keyof typeof machines;

/** Why a test on a machine with other fonts than ours cannot run here, or false. */
export const withoutFonts =
  !machines.carlito.folders.every((folder) => existsSync(folder)) &&
  'fonts-crosextra-carlito and fonts-dejavu-core are not installed';
if (withoutFonts && process.env.CI) throw new Error(`These tests lay out Word files: ${withoutFonts}.`);

function fontConfiguration(machine: Machine): string {
  const { folders, replacements } = machines[machine];
  const folder = folders.map((path) => `<dir>${path}</dir>`).join('');
  const aliases = Object.entries(replacements).map(
    ([family, other]) =>
      `<alias binding="same"><family>${family}</family><prefer><family>${other}</family></prefer></alias>`,
  );
  return `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>${folder}<cachedir>${cache}</cachedir>${aliases.join('')}</fontconfig>`;
}

/** Why a test that opens presentations with LibreOffice cannot run here, or false. */
export const withoutImpress =
  !existsSync('/usr/lib/libreoffice/program/libsdlo.so') && 'libreoffice-impress-nogui is not installed';
if (withoutImpress && process.env.CI) throw new Error(`These tests open presentations: ${withoutImpress}.`);

const filters = {
  docx: 'pdf:writer_pdf_Export:{"ExportBookmarks":{"type":"boolean","value":"true"}}',
  pptx: 'pdf:impress_pdf_Export',
} as const;

/** Presentations as PDF, a page for each slide. */
export function slidesToPdf(files: readonly Uint8Array[]): Uint8Array[] {
  return inOffice(files, 'pptx', 'ours');
}

/** Word files as PDF, as LibreOffice lays them out; with an outline of their headings. */
export function convertedToPdf(files: readonly Uint8Array[], machine: Machine = 'ours'): Uint8Array[] {
  return inOffice(files, 'docx', machine);
}

function inOffice(files: readonly Uint8Array[], kind: keyof typeof filters, machine: Machine): Uint8Array[] {
  const folder = mkdtempSync(join(tmpdir(), 'office-'));
  try {
    const names = files.map((bytes, index) => {
      writeFileSync(join(folder, `${index}.${kind}`), bytes);
      return String(index);
    });
    writeFileSync(join(folder, 'fonts.conf'), fontConfiguration(machine));
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`;
    execFileSync(
      'soffice',
      [
        '--headless',
        profile,
        '--convert-to',
        filters[kind],
        '--outdir',
        folder,
        ...names.map((name) => `${name}.${kind}`),
      ],
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

/** Why a test that reads workbooks with LibreOffice cannot run here, or false. */
export const withoutCalc =
  !existsSync('/usr/lib/libreoffice/program/libsclo.so') && 'libreoffice-calc-nogui is not installed';
if (withoutCalc && process.env.CI) throw new Error(`These tests read workbooks: ${withoutCalc}.`);

/** The values of each sheet of a workbook as CSV, not as they are shown, by the sheet's name. */
export function sheetsInCalc(workbook: Uint8Array): Map<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'calc-'));
  try {
    writeFileSync(join(folder, 'book.xlsx'), workbook);
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`;
    // Commas, double quotes, UTF-8, from the first line, US English; texts quoted, values raw, all sheets.
    const filter = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,1033,true,true,false,false,false,-1';
    const options = { cwd: folder, stdio: 'pipe', timeout: 120_000 } as const;
    execFileSync('soffice', ['--headless', profile, '--convert-to', filter, '--outdir', folder, 'book.xlsx'], options);
    const files = readdirSync(folder).filter((name) => name.endsWith('.csv'));
    return new Map(files.map((name) => [name.slice('book-'.length, -4), readFileSync(join(folder, name), 'utf8')]));
  } finally {
    removeFolder(folder);
  }
}
