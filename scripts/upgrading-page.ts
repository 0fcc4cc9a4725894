import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest } from '../src/installation/backup/manifest.ts';
import type { Migration } from '../src/platform/database/migration.ts';
import { migrations } from '../src/platform/database/migrations/index.ts';

const root = join(import.meta.dirname, '..');
const region =
  /(<!-- Made from src\/platform\/database\/migrations\/ by "npm run openapi". -->\n)[\s\S]*?(<!-- Until here. -->)/;

/** docs/upgrading.md with its table of the migrations, the newest first. */
export function upgradingPage(): string {
  const versions = releasedSchemas();
  const rows = migrations.toReversed().map((migration) => {
    const version = versions.find(({ names }) => names.includes(migration.name))?.version ?? 'unreleased';
    return `| ${version} | \`${migration.name}\` | ${additions(migration)} |`;
  });
  const table = ['| Version | Migration | What it adds |', '|---|---|---|', ...rows].join('\n');
  const page = readFileSync(join(root, 'docs/upgrading.md'), 'utf8');
  if (!region.test(page)) throw new Error('docs/upgrading.md has no place for the table of migrations.');
  return page.replace(region, (_, begin, end) => `${begin}\n${table}\n\n${end}`);
}

/** The migrations of each released version, the oldest first, as the backup that it made names them. */
function releasedSchemas(): { readonly version: string; readonly names: readonly string[] }[] {
  const folder = join(root, 'test/installation/backups');
  const schemas = readdirSync(folder).map((version) => {
    const manifest: Manifest = JSON.parse(readFileSync(join(folder, version, 'manifest.json'), 'utf8'));
    return { version, names: manifest.migrations };
  });
  return schemas.toSorted((one, other) => one.names.length - other.names.length);
}

/** What is in its statements, in words; both databases get the same tables and columns. */
function additions({ statements = [], sqlite = [], postgres = [], steps = [] }: Migration): string {
  const own = steps.flatMap((step) => (typeof step === 'string' ? [step] : Object.values(step)));
  const text = [...statements, ...sqlite, ...postgres, ...own].join(';\n');
  const found = (form: RegExp) => [...new Set([...text.matchAll(form)].map(([, ...names]) => names.join('.')))];
  const code = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');
  const tables = found(/create (?:unlogged )?table (\w+)/gi);
  const columns = found(/alter table (\w+) add column (\w+)/gi);
  const indexes = found(/create (?:unique )?index (\w+)/gi).length;
  const parts = [
    tables.length > 0 && `${tables.length > 1 ? 'tables' : 'table'} ${code(tables)}`,
    columns.length > 0 && `${columns.length > 1 ? 'columns' : 'column'} ${code(columns)}`,
    indexes > 0 && (indexes > 1 ? `${indexes} indexes` : 'an index'),
    /create (or replace )?function/i.test(text) && 'functions (PostgreSQL)',
    /create trigger/i.test(text) && 'triggers',
  ];
  return parts.filter(Boolean).join('; ');
}
