import { glob, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** A rule of docs/contract.md: its id, and the heading above it. */
export interface Rule {
  readonly id: string;
  readonly section: string;
}

/** A test by its title, without the tags at the end. */
export interface TaggedTest {
  readonly file: string;
  readonly title: string;
  readonly ids: readonly string[];
}

const root = fileURLToPath(new URL('..', import.meta.url));
/** The title of a test as written in the code, in any of the three kinds of quotes. */
const titleForm = /(?<![.\w])test\(\s*(?:'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)"|`((?:\\.|[^`\\])*)`)/g;
const tagForm = / \[(C-[A-Z]+-\d+(?:, C-[A-Z]+-\d+)*)\]$/;

/** docs/contract-coverage.md. Throws with a line for each rule without a test and each tag without a rule. */
export async function contractCoveragePage(): Promise<string> {
  const rules = readRules(await readFile(`${root}docs/contract.md`, 'utf8'));
  const tests: TaggedTest[] = [];
  for (const file of (await Array.fromAsync(glob('test/**/*.ts', { cwd: root }))).sort()) {
    tests.push(...readTests(file.replaceAll('\\', '/'), await readFile(root + file, 'utf8')));
  }
  const faults = coverageFaults(rules, tests);
  if (faults.length > 0) throw new Error(`The contract is not covered:\n${faults.join('\n')}`);
  const sections = [...Map.groupBy(rules, ({ section }) => section)].map(
    ([section, own]) => `## ${section}\n\n${own.map(({ id }) => `- ${id}\n${provedBy(id, tests)}`).join('\n')}\n`,
  );
  return `<!-- Made from docs/contract.md and the titles of the tests by "npm run openapi". -->

# What proves the contract

Each rule of [the contract](contract.md) with the tests whose titles end in its id. In a title, \`…\` stands for what differs between
the cases of a test.

${sections.join('\n')}`;
}

/** The rules of the page in order: the bold ids that its paragraphs start with. */
export function readRules(page: string): Rule[] {
  return page.split(/^## /m).flatMap((part) => {
    const [section = ''] = part.split('\n', 1);
    return [...part.matchAll(/^\*\*(C-[A-Z]+-\d+)\*\* /gm)].map(([, id = '']) => ({ id, section }));
  });
}

/** The tests in the code of a file. */
export function readTests(file: string, code: string): TaggedTest[] {
  return [...code.matchAll(titleForm)].map(([, single, double, template]) => {
    const text = (single ?? double ?? template ?? '').replace(/\$\{[^}]*\}/g, '…').replace(/\\(.)/g, '$1');
    return { file, title: text.replace(tagForm, ''), ids: tagForm.exec(text)?.[1]?.split(', ') ?? [] };
  });
}

/** A sentence for each rule that is duplicated or has no test, and each tag that is unknown or malformed. */
export function coverageFaults(rules: readonly Rule[], tests: readonly TaggedTest[]): string[] {
  const known = new Set(rules.map(({ id }) => id));
  const proved = new Set(tests.flatMap(({ ids }) => ids));
  const twice = rules.filter(({ id }, index) => rules.findIndex((rule) => rule.id === id) < index);
  return [
    ...twice.map(({ id }) => `docs/contract.md: ${id} stands twice`),
    ...[...known.difference(proved)].map((id) => `docs/contract.md: no test has [${id}] at the end of its title`),
    ...tests.flatMap(({ file, title, ids }) =>
      ids
        .filter((id) => !known.has(id))
        .map((id) => `${file}: "${title}" names ${id}, which docs/contract.md does not have`),
    ),
    ...tests
      .filter(({ title }) => /\[C-/.test(title))
      .map(
        ({ file, title }) => `${file}: "${title}" does not end in rules as [C-PAGE-3] or [C-PAGE-3, C-QUERY-1] does`,
      ),
  ];
}

function provedBy(rule: string, tests: readonly TaggedTest[]): string {
  const proofs = tests
    .filter(({ ids }) => ids.includes(rule))
    .map(({ file, title }) => `  - \`${file}\`: ${title.replace(/[<*]|__/g, (mark) => `\\${mark}`)}`);
  return [...new Set(proofs)].join('\n');
}
