import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { givenCaller } from '../support/accounts.ts';
import { engines } from '../support/databases.ts';
import { pngUri, undrawable } from '../support/pictures.ts';
import { suiteService } from '../support/service.ts';

const png = pngUri();
const bigPng = pngUri({ bytes: 128 * 1024 + 1 });
const text = { type: 'text', title: 'T', markdown: 'm' };

const breakdown = { type: 'breakdown', connection_id: 'c', dimension: 'd' };
/** Bodies of a create, besides the name: what is wrong with each, and the field that the answer names. */
const faults: readonly [what: string, body: Record<string, unknown>, field: string][] = [
  ['a missing name', { name: undefined }, 'name'],
  ['an empty name', { name: '' }, 'name'],
  ['a name of white space', { name: ' \u00a0\t' }, 'name'],
  ['a name of 201 characters', { name: 'x'.repeat(201) }, 'name'],
  ['a number for a name', { name: 1 }, 'name'],
  ['null for a name', { name: null }, 'name'],
  ['an empty client name', { client_name: '' }, 'client_name'],
  ['an unknown time zone', { time_zone: 'Mars/Olympus' }, 'time_zone'],
  ['a time zone that Intl alone knows', { time_zone: 'PST' }, 'time_zone'],
  ['an offset for a time zone', { time_zone: '+01:00' }, 'time_zone'],
  ['an unknown currency', { currency: 'XXQ' }, 'currency'],
  ['a currency in small letters', { currency: 'usd' }, 'currency'],
  ['a malformed locale', { locale: 'not a locale' }, 'locale'],
  ['a language by its name', { locale: 'german' }, 'locale'],
  ['a named colour', { settings: { accent_color: 'red' } }, 'settings.accent_color'],
  ['a logo that is no picture', { settings: { logo: 'data:text/html,<b>' } }, 'settings.logo'],
  ['a logo at an address', { settings: { logo: 'https://example.com/logo.png' } }, 'settings.logo'],
  ['a logo over 128 KiB', { settings: { logo: bigPng } }, 'settings.logo'],
  ['a logo that cannot be drawn', { settings: { logo: undrawable['nothing in it']?.[0] } }, 'settings.logo'],
  ['an unknown setting', { settings: { colour: 1 } }, 'settings.colour'],
  ['an unknown field', { id: 'prj_1' }, 'id'],
  ['an unknown section', { settings: { sections: [{ type: 'magic' }] } }, 'settings.sections.0.type'],
  [
    'a section without its connection',
    { settings: { sections: [{ type: 'kpis' }] } },
    'settings.sections.0.connection_id',
  ],
  ['an unknown field of a section', { settings: { sections: [{ ...text, x: 1 }] } }, 'settings.sections.0.x'],
  ['51 sections', { settings: { sections: Array(51).fill(text) } }, 'settings.sections'],
  [
    'a long text',
    { settings: { sections: [{ ...text, markdown: 'x'.repeat(20_001) }] } },
    'settings.sections.0.markdown',
  ],
  [
    'a limit of 501',
    { settings: { sections: [{ type: 'breakdown', connection_id: 'c', dimension: 'd', limit: 501 }] } },
    'settings.sections.0.limit',
  ],
  [
    'a series without a metric',
    { settings: { sections: [{ type: 'timeseries', connection_id: 'c' }] } },
    'settings.sections.0',
  ],
  [
    'a donut of seven parts',
    { settings: { sections: [{ ...breakdown, display: 'donut', limit: 7 }] } },
    'settings.sections.0',
  ],
  ['null for a section', { settings: { sections: [null] } }, 'settings.sections.0'],
  [
    'a number for metrics',
    { settings: { sections: [{ ...breakdown, display: 'donut', metrics: 5 }] } },
    'settings.sections.0.metrics',
  ],
];

/** Texts with a maximum length: the most code points, and a body with the text. */
const bounded: readonly [field: string, most: number, body: (text: string) => Record<string, unknown>][] = [
  ['name', 200, (name) => ({ name })],
  ['client_name', 200, (client_name) => ({ client_name })],
  ['settings.title', 200, (title) => ({ settings: { title } })],
  ['settings.sections.0.title', 200, (title) => ({ settings: { sections: [{ ...text, title }] } })],
  ['settings.sections.0.markdown', 20_000, (markdown) => ({ settings: { sections: [{ ...text, markdown }] } })],
];
/** One character of two UTF-16 units, and one that is drawn as one but is two code points. */
const wide = '𝕏';
const flag = '🇩🇪';

for (const engine of engines) {
  describe(`${engine}: projects`, async () => {
    const service = await suiteService(engine);
    const given = () => givenCaller(service.db);

    for (const [what, change, field] of faults) {
      test(`${what} is invalid_request and names ${field} [C-BODY-9, C-PROJECT-6, C-PROJECT-7, C-PROJECT-9, C-SETTINGS-2, C-SETTINGS-3]`, async () => {
        const { token } = await given();
        const { status, body } = await service.call('POST', '/api/v1/projects', {
          token,
          body: { name: 'P', ...change },
        });
        assert.equal(status, 400);
        assert.equal(body.error.code, 'invalid_request');
        assert.deepEqual([...new Set(body.error.details.map((detail: { field: string }) => detail.field))], [field]);
      });
    }

    for (const [field, most, bodyOf] of bounded) {
      test(`${field} has at most ${most} code points, however they are stored or drawn [C-BODY-12, C-PROJECT-6, C-SETTINGS-4]`, async () => {
        const { token } = await given();
        const create = (value: string) =>
          service.call('POST', '/api/v1/projects', { token, body: { name: 'P', ...bodyOf(value) } });
        for (const longest of [wide.repeat(most), flag.repeat(most / 2), 'e\u0301'.repeat(most)]) {
          const { status, body } = await create(longest);
          assert.equal(status, 201, JSON.stringify(body.error));
          const kept = field.split('.').reduce((part, key) => part[key], body.data);
          assert.equal(kept, longest.normalize('NFC'));
          const longer = await create(`${longest}x`);
          assert.equal(longer.status, 400);
          assert.deepEqual(
            longer.body.error.details.map((detail: { field: string; rule: string }) => [detail.field, detail.rule]),
            [[field, 'maxLength']],
          );
        }
      });
    }

    test('a create keeps every field it is given, text in NFC [C-BODY-11, C-PROJECT-7, C-SETTINGS-1]', async () => {
      const { token } = await given();
      const settings = { accent_color: '#0B6E4f', logo: png, title: 'Титул', sections: [text] };
      const fields = { client_name: 'C', time_zone: 'Europe/Berlin', currency: 'EUR', locale: 'de-DE', settings };
      const { body } = await service.call('POST', '/api/v1/projects', {
        token,
        body: { name: 'Ame\u0301lie', ...fields },
      });
      assert.equal(body.data.name, 'Am\u00e9lie');
      for (const [key, value] of Object.entries(fields)) assert.deepEqual(body.data[key], value);
    });

    test('currencies of ISO 4217 that Intl does not list are accepted [C-PROJECT-7]', async () => {
      const { token } = await given();
      for (const currency of ['VED', 'CLF', 'XAU']) {
        const { status } = await service.call('POST', '/api/v1/projects', { token, body: { name: 'P', currency } });
        assert.equal(status, 201, currency);
      }
    });

    test('faults say what is expected instead', async () => {
      const { token } = await given();
      const words = async (change: object) => {
        const answer = await service.call('POST', '/api/v1/projects', { token, body: { name: 'P', ...change } });
        const details: { rule: string; message: string }[] = answer.body.error.details;
        return details.map(({ rule, message }) => `${rule}: ${message}`);
      };
      assert.deepEqual(await words({ time_zone: 'Mars' }), ['value: must be an IANA time zone such as Europe/Berlin']);
      assert.deepEqual(await words({ currency: 'euro' }), ['pattern: must be an ISO 4217 currency code such as EUR']);
      assert.deepEqual(await words({ settings: { accent_color: 'red' } }), [
        'pattern: must be a color such as #0b6e4f',
      ]);
    });
  });
}
