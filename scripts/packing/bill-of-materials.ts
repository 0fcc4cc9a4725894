import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The part of a bill of CycloneDX 1.5 that is looked at here. */
interface Bill {
  readonly metadata: { readonly component: { readonly 'bom-ref': string } };
  readonly components: readonly { readonly 'bom-ref': string }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

/**
 * A bill of materials in CycloneDX's JSON, as npm makes it of the lockfile, of what the package is made of (`folders`, by
 * `name@version`) and of what npm installs with it (`installed`, by name, with all that these depend on, for every platform).
 */
export function billOfMaterials(
  root: string,
  folders: readonly string[],
  installed: readonly string[],
  version: string,
): string {
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26, timeout: 120_000 } as const;
  const all: Bill = JSON.parse(
    execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], options),
  );
  const uses = new Map(all.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
  const kept = new Set(folders.map(refOf));
  const known = new Set(all.components.map((component) => component['bom-ref']));
  const missing = [...kept].filter((ref) => !known.has(ref));
  if (missing.length > 0) throw new Error(`npm's bill of materials lacks ${missing}.`);
  const add = (ref: string): void => {
    if (kept.has(ref)) return;
    kept.add(ref);
    for (const used of uses.get(ref) ?? []) add(used);
  };
  for (const ref of known) if (installed.includes(ref.slice(0, ref.lastIndexOf('@')))) add(ref);
  const own = all.metadata.component['bom-ref'];
  const bill = {
    ...all,
    metadata: { ...all.metadata, component: { ...all.metadata.component, name: 'report-service', version } },
    components: all.components.filter((component) => kept.has(component['bom-ref'])),
    dependencies: all.dependencies
      .filter(({ ref }) => kept.has(ref) || ref === own)
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((used) => kept.has(used)) })),
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}

function refOf(folder: string): string {
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return `${name}@${version}`;
}
