import { Compile } from 'typebox/compile';
import { migrations } from '../../platform/database/migrations/index.ts';
import { newerThan, readSchema } from '../../platform/database/schema-state.ts';
import type { Queryable } from '../../platform/database/tables.ts';
import { jobTypes } from '../../platform/database/words.ts';
import { UnknownKind } from '../../platform/jobs/job-handler.ts';
import { systemWords } from '../../reporting/connectors/system-words.ts';
import { sectionTypes } from '../../reporting/documents/section-settings.ts';
import { exportFormats } from '../../reporting/renderers/formats.ts';
import type { ConnectionRow } from '../connections/connections.ts';
import { Settings } from '../projects/schema.ts';

/** From here on programs leave what they do not know to others. */
const firstNamed = '0059';
const ofSystem = (system: string) => `system:${system}`;
const ofSection = (type: string) => `section:${type}`;

/** What jobs may be of and about for this program to run them, as its claims name it. */
export const knownKinds: readonly string[] = [
  ...jobTypes,
  ...exportFormats,
  ...systemWords.map(ofSystem),
  ...sectionTypes.map(ofSection),
  ...migrations.map(({ name }) => name).filter((name) => name >= firstNamed),
];

let fits: ((settings: unknown) => boolean) | undefined;

/**
 * Throws UnknownKind for settings and connections that a newer program has stored and this one would misread: a kind that
 * it does not know, or, where a newer program has added to the schema, any setting.
 */
export async function requireKnown(
  db: Queryable,
  settings: Settings,
  connections: readonly Pick<ConnectionRow, 'system'>[],
): Promise<void> {
  const named = [
    ...(settings.sections ?? []).map(({ type }) => ofSection(type)),
    ...connections.map(({ system }) => ofSystem(system)),
  ];
  const unknown = named.find((kind) => !knownKinds.includes(kind));
  if (unknown !== undefined) throw new UnknownKind(unknown);
  const newest = newerThan(await readSchema(db)).at(-1);
  if (!newest) return;
  fits ??= (
    (compiled) => (value: unknown) =>
      compiled.Check(value)
  )(Compile(Settings));
  if (!fits(settings)) throw new UnknownKind(newest.name);
}
