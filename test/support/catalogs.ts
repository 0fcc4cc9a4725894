import assert from 'node:assert/strict';
import type { Catalog } from '../../src/reporting/connectors/hosted/choice.ts';
import { listConnectors } from '../../src/reporting/connectors/registry.ts';

/** The systems that have a catalogue of their own. */
export const hostedSystems = listConnectors().flatMap(({ system, catalog }) => (catalog ? [system] : []));

/** The catalogue of a system, without asking it. */
export async function catalogOf(system: string): Promise<Catalog> {
  const exported = await import(`../../src/reporting/connectors/${system}/catalog.ts`);
  const catalog = Object.values(exported).find((value) => typeof value === 'object' && 'metrics' in (value ?? {}));
  assert.ok(catalog, `src/reporting/connectors/${system}/catalog.ts exports no catalogue`);
  return catalog as Catalog;
}
