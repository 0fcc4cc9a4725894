import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

/** A file of a tree, by its path below the tree's root. */
export interface SourceFile {
  readonly path: string;
  /** Own files by their path below the root (`../` where they lie outside), libraries by their names; type imports count too. */
  readonly imports: readonly string[];
}

const importForm = /^(?:import|export)\b[^;]*?from '([^']+)';|\bimport\('([^']+)'\)|^import '([^']+)';/gms;

/** Every file of TypeScript below a folder, with what it imports. */
export function sourceFiles(root: string): SourceFile[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter(isCode)
    .map((path) => {
      const matches = readFileSync(join(root, path), 'utf8').matchAll(importForm);
      const names = [...matches].map(([, ...forms]) => forms.find((form) => form !== undefined) ?? '');
      const below = (name: string) => relative(root, resolve(root, dirname(path), name));
      return { path, imports: names.map((name) => (name.startsWith('.') ? below(name) : name)) };
    });
}

/** Whether a name is that of a file of code, not of a library or a style sheet. */
export const isCode = (name: string) => /\.tsx?$/.test(name);

/** The circles of a graph, each as `a → b → a`. */
export function circlesAmong(edges: Iterable<readonly [string, readonly string[]]>): string[] {
  const graph = new Map(edges);
  const done = new Set<string>();
  const circles: string[] = [];
  const walk = (room: string, trail: readonly string[]): void => {
    if (trail.includes(room)) return void circles.push([...trail.slice(trail.indexOf(room)), room].join(' → '));
    if (done.has(room)) return;
    for (const next of graph.get(room) ?? []) walk(next, [...trail, room]);
    done.add(room);
  };
  for (const room of graph.keys()) walk(room, []);
  return circles;
}
