import { inc, parse } from 'semver';

/** What has changed since a version, as the unreleased section of the changelog says it. */
export interface Changes {
  /** The newest version with a date. */
  readonly released: string;
  /** The headings of the kinds of change, such as `Added`. */
  readonly kinds: readonly string[];
  /** Whether an entry begins with `**Breaking:**`. */
  readonly isBreaking: boolean;
}

/** Reads the changelog; throws where it has nothing to release, or no version yet. */
export function readChanges(changelog: string): Changes {
  const [, unreleased = '', released] = /^## Unreleased\n([\s\S]*?)^## (\d\S*) - /m.exec(changelog) ?? [];
  if (released === undefined) throw new Error('CHANGELOG.md has no "## Unreleased" above a version with a date.');
  if (!/^- /m.test(unreleased))
    throw new Error('CHANGELOG.md has nothing under "## Unreleased": there is nothing to release.');
  const kinds = [...unreleased.matchAll(/^### (\w+)$/gm)].map(([, kind = '']) => kind);
  return { released, kinds, isBreaking: /^- \*\*Breaking:\*\*/m.test(unreleased) };
}

/**
 * The next version by Semantic Versioning. What is removed or marked as breaking makes a new major version, what is added,
 * changed or deprecated a minor one, the rest a patch. Before a stable version the next pre-release follows, whatever has
 * changed; `stable` ends those.
 */
export function nextVersion({ released, kinds, isBreaking }: Changes, { stable = false } = {}): string {
  if (parse(released)?.prerelease.length) return must(inc(released, stable ? 'patch' : 'prerelease'));
  if (isBreaking || kinds.includes('Removed')) return must(inc(released, 'major'));
  const isMore = ['Added', 'Changed', 'Deprecated'].some((kind) => kinds.includes(kind));
  return must(inc(released, isMore ? 'minor' : 'patch'));
}

/** What the state after a release is called, until it is known what the next one will be. */
export function unreleasedVersion(released: string): string {
  const next = parse(released)?.prerelease.length ? inc(released, 'prerelease') : inc(released, 'prepatch', 'dev');
  return `${must(next)}+unreleased`;
}

function must(version: string | null): string {
  if (version === null) throw new Error('CHANGELOG.md names a version that is not one.');
  return version;
}
