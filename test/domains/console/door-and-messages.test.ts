import assert from 'node:assert/strict';
import { test } from 'node:test';
import { doorOf, isOwnForm } from '../../../src/domains/console/door.ts';
import { languages, messagesFor, messagesIn } from '../../../src/domains/console/messages/messages.ts';

test('a door is https, or this machine', () => {
  const at = (host: string, protocol = 'http', publicUrl = '') =>
    doorOf({ host, protocol, headers: {} }, publicUrl)?.cookieName;
  for (const host of ['localhost:8080', 'a.localhost', '127.0.0.1:1', '127.9.9.9', '[::1]:8080'])
    assert.equal(at(host), 'session', host);
  for (const host of [
    '10.0.0.5',
    'example.com',
    'localhost.example.com',
    '127.0.0.1.nip.io',
    '0.0.0.0',
    '[::]',
    '',
    'a b',
  ])
    assert.equal(at(host), undefined, host);
  assert.equal(at('example.com', 'https'), '__Host-session');
  assert.equal(at('10.0.0.5', 'http', 'https://reports.example.com/x'), '__Host-session');
  assert.equal(at('example.com', 'http', 'http://localhost'), undefined);
  const door = doorOf({ host: 'localhost:8080', protocol: 'http', headers: {} }, '') ?? assert.fail();
  const isOwn = (headers: Record<string, string>) => isOwnForm({ host: '', protocol: '', headers }, door);
  assert.ok(isOwn({ origin: 'http://localhost:8080' }) && isOwn({ 'sec-fetch-site': 'same-origin' }));
  assert.ok(!isOwn({ origin: 'http://localhost:8081' }) && !isOwn({}));
});

test('the language is the one that the browser wants most of the ten, with every text', () => {
  for (const [header, language] of [
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['sv, fr;q=0.5, en;q=0.6', 'en'],
    ['pt-BR', 'pt'],
    ['uk;q=0, ar', 'ar'],
    ['*', 'en'],
    ['constructor, __proto__', 'en'],
    [undefined, 'en'],
    [';;;,,q=,'.repeat(2_000), 'en'],
  ] as const) {
    assert.equal(messagesFor(header).language, language, String(header).slice(0, 40));
  }
  assert.equal(languages.length, 10);
  const textsOf = (value: unknown): string[] =>
    typeof value === 'function'
      ? [value('NAME')]
      : typeof value === 'object' && value !== null
        ? Object.values(value).flatMap(textsOf)
        : [String(value)];
  const { isolate: _, language: __, direction: ___, ...english } = messagesIn('en');
  for (const language of languages.filter((each) => each !== 'en')) {
    const { isolate: _, language: __, direction, ...texts } = messagesIn(language);
    assert.equal(direction, language === 'ar' ? 'rtl' : 'ltr');
    const [own, theirs] = [textsOf(texts), textsOf(english)];
    assert.equal(own.length, theirs.length);
    const same = own.filter((text, index) => text === theirs[index] && text.length > 13);
    assert.deepEqual(same, [], language);
    assert.equal(
      own.filter((text) => text.includes('NAME')).length,
      theirs.filter((text) => text.includes('NAME')).length,
      language,
    );
  }
});

test('roles are called what the console calls them', async () => {
  for (const language of languages) {
    const { members } = await import(`../../../console/src/messages/${language}/members.ts`);
    assert.deepEqual(messagesIn(language).roles, members.roles, language);
  }
});
