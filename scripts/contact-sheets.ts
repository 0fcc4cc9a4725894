import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { library } from '../src/domains/templates/library.ts';
import { contactSheet, looks } from '../test/support/contact-sheet.ts';
import { exampleReport } from '../test/support/example-reports.ts';
import { startViewerServer } from '../test/support/viewer-server.ts';

/**
 * Draws the templates that come with the service in every language, as PDF, Word and web page, for eyes:
 * `node scripts/contact-sheets.ts FOLDER [--template ID] [--locale TAG] [--look pdf|word|web]`. One picture a template and
 * look, one line a language.
 */
const locales = ['en-GB', 'de-DE', 'fr-FR', 'es-ES', 'pt-BR', 'pl-PL', 'ru-RU', 'uk-UA', 'ja-JP', 'ar-AE'];
const known = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    template: { type: 'string', multiple: true },
    locale: { type: 'string', multiple: true },
    look: { type: 'string', multiple: true },
    width: { type: 'string', default: '330' },
  },
});
const [folder] = positionals;
const executablePath = known.find((file) => existsSync(file));
if (!folder || !executablePath) {
  console.error('Name the folder of the pictures. They need chromium, pdftoppm (poppler-utils) and soffice.');
  process.exit(1);
}
mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
const viewer = await startViewerServer();
for (const template of library.filter(({ id }) => !values.template || values.template.includes(id))) {
  const lines = (values.locale ?? locales).map((locale) => ({
    name: locale,
    document: exampleReport(template, locale),
  }));
  for (const look of looks.filter((each) => !values.look || values.look.includes(each))) {
    const file = join(folder, `${template.id}-${look}.png`);
    writeFileSync(file, await contactSheet(browser, viewer, lines, look, Number(values.width)));
    console.log(file);
  }
}
await viewer[Symbol.asyncDispose]();
await browser.close();
