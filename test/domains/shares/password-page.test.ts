import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { type PasswordFault, passwordPage } from '../../../src/domains/shares/password-page.ts';
import { neutralFront } from '../../../src/domains/shares/report-fronts.ts';
import { languages } from '../../../src/reporting/documents/messages/messages.ts';
import type { Brand } from '../../../src/reporting/documents/model.ts';
import { contrast } from '../../../src/reporting/renderers/colors.ts';
import { logo } from '../../support/documents.ts';
import { smallDocument } from '../../support/outcomes.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { enterPassword, givenSharedReport, password } from '../../support/shares.ts';

const brand: Brand = {
  ...{ accent_color: '#0b6e4f', logo, name: 'Harbour & <b>Finch</b>', footer: 'Secret imprint' },
  ...{ contact: 'Secret contact', font: 'Lato' },
};

describe('the page that asks for the password of a link', () => {
  let service: TestService;
  before(async () => {
    service = await startTestService('sqlite');
  });
  after(() => service[Symbol.asyncDispose]());

  const given = async (document: Parameters<typeof smallDocument>[0]) => {
    const shared = await givenSharedReport(service, { password, document: smallDocument(document) });
    return { ...shared, url: service.url + shared.path };
  };

  test('has the name, logo and colour of the brand, and nothing else of the report', async () => {
    const { url } = await given({ brand, title: 'Secret title', client_name: 'Secret client', project_name: 'Secret' });
    const pages = [await fetch(url), await enterPassword(url, 'wrong'), await fetch(url)];
    for (const [index, response] of pages.entries()) {
      const text = await response.text();
      assert.equal(response.status, index === 1 ? 403 : 200);
      assert.match(
        text,
        /<img src="data:image\/png;base64,[^"]{100,}" [^>]*alt=""><p><bdi>Harbour &#38; &#60;b&#62;Finch/,
      );
      assert.match(text, /--accent: light-dark\(#0b6e4f,/);
      assert.doesNotMatch(text, /Secret/);
    }
  });

  test('is in the language of the report, from right to left where that is', async () => {
    const german = await (await fetch((await given({ locale: 'de-AT' })).url)).text();
    assert.match(german, /<html lang="de" dir="ltr">.*<h1>Dieser Link ist mit einem Passwort geschützt<\/h1>/s);
    const { url } = await given({ locale: 'ar-EG' });
    assert.match(await (await fetch(url)).text(), /<html lang="ar" dir="rtl">.*كلمة المرور/s);
    assert.match(await (await enterPassword(url, 'x')).text(), /role="alert">كلمة المرور غير صحيحة/);
  });

  test('shows nothing of a report whose document is lost', async () => {
    const { url, objects, reportId } = await given({ brand, locale: 'de-DE' });
    const report = service.db.selectFrom('reports').select('document_key').where('id', '=', reportId);
    await objects.remove((await report.executeTakeFirstOrThrow()).document_key);
    assert.equal(await (await fetch(url)).text(), passwordPage(neutralFront).html);
  });

  test('a link that does not live looks the same whatever its brand', async () => {
    const { share, url } = await given({ brand });
    await service.db.updateTable('shares').set({ revoked_at: share.created_at }).where('id', '=', share.id).execute();
    const [dead, unknown] = [await fetch(url), await fetch(`${service.url}/shared/${'x'.repeat(43)}`)];
    assert.deepEqual([dead.status, await dead.text()], [404, await unknown.text()]);
  });

  test('has words of its own in every language of reports', () => {
    const words = (locale: string, fault: PasswordFault) => {
      const { html } = passwordPage({ ...neutralFront, locale }, fault);
      return [...html.matchAll(/>([^<>\n]+)<\/(?:title|p|label|button)>/g)].map(([, text]) => text);
    };
    for (const fault of ['wrong', 'tooMany'] as const) {
      const seen = new Set<string>();
      for (const language of languages) {
        const own = words(language, fault);
        assert.equal(own.length, 4, language);
        seen.add(own.join());
      }
      assert.equal(seen.size, languages.length);
    }
  });

  test('allows its own style and logo alone, and its button can be read whatever the colour', () => {
    for (const accentColor of ['#ffffff', '#000000', '#ffee00', null]) {
      const { html, policy } = passwordPage({ ...neutralFront, accentColor });
      const style = /<style>(.*)<\/style>/s.exec(html)?.[1] ?? '';
      assert.ok(policy?.includes(`'sha256-${hash('sha256', style, 'base64')}'`));
      assert.doesNotMatch(style, /&#/);
      const colors = (name: string) =>
        new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(style)?.slice(1) ?? [];
      for (const [index, accent] of colors('accent').entries()) {
        assert.ok(contrast(accent, colors('paper')[index] ?? '') >= 4.5, `${accentColor}: ${accent}`);
      }
    }
  });
});
