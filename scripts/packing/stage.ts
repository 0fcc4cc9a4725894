import { spawnSync } from 'node:child_process';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { serviceVersion } from '../../src/platform/version.ts';
import { buildConsole } from '../build-console.ts';
import { billOfMaterials } from './bill-of-materials.ts';
import { bundle, nativePackages } from './bundle.ts';
import { consolePackages } from './console-packages.ts';
import { licencesOf, packageFolders } from './licences.ts';

/** Files that the package has unchanged from a clone. */
const asTheyAre = ['LICENSE', 'README.md', 'bin', 'client/bin', 'deploy', 'docs', 'examples'];

interface PackageJson {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly bin: Readonly<Record<string, string>>;
  readonly engines: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
}

/**
 * Fills an empty folder with the package of the service: its bundle, the files that it reads at run time, the built
 * console among them, the
 * licences of third-party code and its bill of materials. Files keep their paths in the clone at `root`; those of packages go to `vendor/`.
 */
export async function stagePackage(root: string, into: string): Promise<void> {
  // Its pages are among the files that the bundle names.
  buildConsole();
  const copies = new Map(asTheyAre.map((path) => [join(root, path), join(into, path)]));
  const place = (file: string, packageName: string | undefined): string => {
    const path = packageName
      ? join('vendor', packageName, basename(dirname(file)), basename(file))
      : relative(root, file);
    copies.set(file, join(into, path));
    return join(into, path);
  };
  const modules = [
    ...(await bundle(root, 'src/main.ts', join(into, 'dist'), place)),
    ...(await bundle(root, 'client/src/command/main.ts', join(into, 'client/dist/command'), place)),
  ];
  for (const [from, to] of copies) await cp(from, to, { recursive: true });
  const parts = [...new Set([...packageFolders([...modules, ...copies.keys()]), ...consolePackages(root)])].sort();
  await writeFile(join(into, 'THIRD-PARTY-LICENCES.txt'), licencesOf(parts));
  const own: PackageJson = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const manifest = packedManifest({ ...own, version: packedVersion(root) });
  const installed = [manifest.dependencies, manifest.optionalDependencies].flatMap(Object.keys);
  await writeFile(join(into, 'sbom.cdx.json'), billOfMaterials(root, parts, installed, manifest.version));
  await writeFile(join(into, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Says of a clone with changes that no commit has that it has some. */
function packedVersion(root: string): string {
  const version = serviceVersion();
  const { stdout } = spawnSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8', timeout: 60_000 });
  if (!stdout) return version;
  return `${version}${version.includes('+') ? '.' : '+'}changed`;
}

/** The part of the clone's package.json that an installation needs. */
function packedManifest(own: PackageJson): PackageJson & { readonly type: 'module' } {
  const { name, version, description, license, engines, optionalDependencies } = own;
  const versions = nativePackages.map((native) => [native, own.dependencies[native] ?? ''] as const);
  return {
    name,
    version,
    description,
    license,
    type: 'module',
    bin: { ...own.bin, 'report-service-client': 'client/bin/report-service-client.js' },
    engines,
    dependencies: Object.fromEntries(versions),
    optionalDependencies,
  };
}
