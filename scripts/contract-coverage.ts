import { glob, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { contractSections } from './contract-rows.ts';
import { specificationSections } from './specification-rows.ts';

/** A rule in our own words, and unmistakable parts of `file: title` of the tests that prove it. */
export type RuleRow = readonly [rule: string, test: string, ...more: string[]];

export interface RuleSection {
  readonly title: string;
  readonly rows: readonly RuleRow[];
}

interface Title {
  readonly file: string;
  readonly text: string;
}

const root = fileURLToPath(new URL('..', import.meta.url));
/** The title of a test as it stands in the code, in any of the three kinds of quotes. */
const titleForm = /(?<![.\w])(?:test|describe)\(\s*(?:'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)"|`((?:\\.|[^`\\])*)`)/g;
/** A part that is in more titles than this could mean any of them. */
const mostTitles = 3;

/** docs/contract-coverage.md. Throws with a line for each test that is not there; that a rule has one is in its type. */
export async function contractCoveragePage(): Promise<string> {
  const titles = await readTitles();
  const faults: string[] = [];
  const documents = [
    { name: 'The specification', sections: specificationSections },
    { name: 'The contract', sections: contractSections },
  ];
  const parts = documents.map(({ name, sections }) => {
    const tables = sections.map((section) => sectionTable(section, titles, faults));
    return `## ${name}\n\n${tables.join('\n\n')}`;
  });
  if (faults.length > 0) throw new Error(`The rules are not covered:\n${faults.join('\n')}`);
  return `<!-- Made from the titles of the tests and the rows in scripts/ by "npm run openapi". -->

# What proves the contract

Each rule of the specification and of the contract, by their sections, with the tests that prove it. A rule without a test, or with
one that is not there, fails \`npm run check\`. In a title, \`…\` stands for what differs between the cases of a test.

${parts.join('\n\n')}
`;
}

async function readTitles(): Promise<Title[]> {
  const titles: Title[] = [];
  for (const file of (await Array.fromAsync(glob('test/**/*.test.ts', { cwd: root }))).sort()) {
    const code = await readFile(root + file, 'utf8');
    for (const [, single, double, template] of code.matchAll(titleForm)) {
      const text = (single ?? double ?? template ?? '').replace(/\$\{[^}]*\}/g, '…').replace(/\\(.)/g, '$1');
      titles.push({ file: file.replaceAll('\\', '/'), text });
    }
  }
  return titles;
}

function sectionTable({ title, rows }: RuleSection, titles: readonly Title[], faults: string[]): string {
  const lines = rows.map(([rule, ...tests]) => {
    const proofs = tests.flatMap((part) => {
      const found = titles.filter(({ file, text }) => `${file}: ${text}`.includes(part));
      if (found.length === 0) faults.push(`- ${title}: no test is called "${part}"`);
      if (found.length > mostTitles) faults.push(`- ${title}: ${found.length} tests are called "${part}"`);
      return found.map(({ file, text }) => `\`${file}\`: ${cell(text)}`);
    });
    return `| ${cell(rule)} | ${[...new Set(proofs)].join('<br>')} |`;
  });
  return `### ${title}\n\n| Rule | Proved by |\n|---|---|\n${lines.join('\n')}`;
}

function cell(text: string): string {
  return text.replaceAll('<', '&lt;').replaceAll('|', '\\|').replaceAll('*', '\\*').replaceAll('__', '\\_\\_');
}
