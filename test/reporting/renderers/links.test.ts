import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reportDocument } from '../../support/documents.ts';
import { docxParts } from '../../support/files.ts';
import { renderDocument } from '../../support/render.ts';

const safe = [
  'https://example.com/a?b=c%0D%0Ad',
  'http://example.com:8080/@name',
  'mailto:a@example.com',
  'mailto:a@example.com?subject=Report%20of%20May&body=Hello&cc=b@example.com',
];

/** As CommonMark has them between angle brackets, where entities stand for characters. */
const unsafe = [
  'mailto:a@example.com%0d%0aBcc:b@example.com',
  'mailto:a@example.com?subject=x%0D%0ABcc:%20b@example.com',
  'mailto:a@example.com?subject=x%0aBcc:b@example.com',
  'mailto:a@example.com?subject=x&#13;&#10;Bcc:b@example.com',
  'mailto:a@example.com?subject=x%00',
  'mailto:a@example.com?subject=x%7F',
  'mailto:a@example.com?attach=/etc/passwd',
  'mailto:a@example.com?Subject=x&From=c@example.com',
  'mailto:a@example.com?%61ttach=/etc/passwd',
  'mailto:a@example.com?subject=x&amp;amp;attach=/etc/passwd',
  'mailto:a@example.com;attach=x?in-reply-to=y',
  'https://user:pass@example.com/',
  'https://user@example.com/',
  'https://:pass@example.com/',
  'https://bank.example%2F@example.com/',
  'https:user:pass@example.com',
  'HTTPS:\\\\user:pass@example.com',
  'https://us&#9;er:pass@example.com/',
  'javascript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'vbscript:x',
  '//example.com',
  'relative',
];

const markdown = [...safe, ...unsafe].map((address, index) => `[word${index}](<${address}>)`).join('\n\n');
const document = reportDocument({ sections: [{ type: 'text', title: null, markdown }] });

/** The addresses that each format leads to. */
const readers = {
  page: async () => {
    const { renderHtml } = await import('../../../src/reporting/renderers/html/render-html.ts');
    const html = renderHtml(document, { downloads: [], assets: 'assets', nonce: 'nonce' });
    return [...html.matchAll(/<a href="([^"]*)" rel=/g)].map(([, href = '']) => href.replaceAll('&#38;', '&'));
  },
  pdf: async () => {
    const raw = Buffer.from((await renderDocument(document, 'pdf')).bytes).toString('latin1');
    return [...raw.matchAll(/\/URI ?\(((?:[^\\)]|\\.)*)\)/g)].map(([, uri = '']) => uri.replaceAll(/\\(.)/g, '$1'));
  },
  doc: async () => {
    const part = docxParts((await renderDocument(document, 'doc')).bytes).get('word/_rels/document.xml.rels') ?? '';
    return [...part.matchAll(/Target="([^"]*)" TargetMode="External"/g)].map(([, target = '']) =>
      target.replaceAll('&#38;', '&'),
    );
  },
};

for (const [format, read] of Object.entries(readers)) {
  test(`${format}: addresses that set headers of a mail, or have a user or password in them, are no links`, async () => {
    assert.deepEqual(await read(), safe);
  });
}
