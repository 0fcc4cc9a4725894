import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { library } from '../../../src/domains/templates/library.ts';
import { reportView } from '../../../src/reporting/renderers/view/report-view.ts';
import { exampleReport } from '../../support/example-reports.ts';
import { renderDocument } from '../../support/render.ts';
import { test } from '../../support/suite.ts';

const locales = ['en-GB', 'de-DE', 'es-ES', 'fr-FR', 'pt-BR', 'pl-PL', 'uk-UA', 'ru-RU', 'ja-JP', 'ar-AE'];

describe('the templates that come with the service', () => {
  for (const template of library) {
    for (const locale of locales) {
      test(`"${template.id}" makes a whole report in ${locale}, in PDF and Word, without a warning`, async () => {
        const most = Math.max(...template.slots.map(({ systems }) => systems.length));
        for (let turn = 0; turn < most; turn++) {
          const document = exampleReport(template, locale, turn);
          assert.deepEqual(document.warnings, []);
          assert.equal(document.sections.length, template.settings.sections?.length, 'no section is left out');
          const titles = reportView(document).sections.map(({ title }) => title);
          assert.ok(titles.every((title) => title !== ''));
        }
        for (const format of ['pdf', 'doc'] as const) {
          const { bytes } = await renderDocument(exampleReport(template, locale), format);
          assert.ok(bytes.byteLength > 10_000);
        }
      });
    }
  }
});
