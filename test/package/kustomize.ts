import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { parse, parseAllDocuments } from 'yaml';

// biome-ignore lint/suspicious/noExplicitAny: a resource whose shape its schema checks.
export type Resource = any;

/** What stands in place of the digest that Kustomize appends to the names of what it generates. */
export const digest = '-digest';

interface Patch {
  readonly target: { readonly kind: string; readonly name: string };
  /** YAML of JSON Patch. */
  readonly patch: string;
}

/** The part of a kustomization that the folders of deploy/kubernetes use. */
interface Kustomization {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly resources?: readonly string[];
  readonly components?: readonly string[];
  readonly images?: readonly { readonly name: string; readonly newName: string; readonly newTag: string }[];
  readonly configMapGenerator?: readonly {
    readonly name: string;
    readonly envs: readonly string[];
    readonly options?: { readonly labels: Readonly<Record<string, string>> };
  }[];
  readonly patches?: readonly Patch[];
}

const known = 'apiVersion kind namespace resources components images configMapGenerator patches'.split(' ');

/** The resources of a folder as `kubectl kustomize` renders them, but for the digests in names. Throws where it would need more than it knows. */
export function renderKustomization(folder: string, given: readonly Resource[] = []): Resource[] {
  const read: Kustomization = parse(readFileSync(join(folder, 'kustomization.yaml'), 'utf8'));
  const unknown = Object.keys(read).filter((key) => !known.includes(key));
  if (unknown.length > 0) throw new Error(`${folder}: ${unknown} is not rendered here.`);
  const resources = [...given, ...(read.resources ?? []).flatMap((path) => resourcesAt(join(folder, path)))];
  for (const { name, envs, options } of read.configMapGenerator ?? []) {
    const data = Object.assign({}, ...envs.map((path) => parseEnv(readFileSync(join(folder, path), 'utf8'))));
    resources.push({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: name + digest, ...options }, data });
    eachObject(resources, (object) => {
      if (object.configMapRef?.name === name) object.configMapRef.name = name + digest;
    });
  }
  let all = resources;
  for (const path of read.components ?? []) all = renderKustomization(join(folder, path), all);
  for (const { target, patch } of read.patches ?? []) {
    const patched = all.filter(({ kind, metadata }) => kind === target.kind && metadata.name === target.name);
    if (patched.length !== 1) throw new Error(`${folder}: ${patched.length} are ${JSON.stringify(target)}.`);
    for (const operation of parse(patch)) applyOperation(patched[0], operation);
  }
  if (read.namespace) for (const { metadata } of all) metadata.namespace = read.namespace;
  for (const { name, newName, newTag } of read.images ?? []) {
    eachObject(all, (object) => {
      if (object.image === name) object.image = `${newName}:${newTag}`;
    });
  }
  return all;
}

function resourcesAt(path: string): Resource[] {
  if (statSync(path).isDirectory()) return renderKustomization(path);
  return parseAllDocuments(readFileSync(path, 'utf8')).map((document) => document.toJS());
}

/** An operation of JSON Patch, `replace` or `remove`, on what exists. */
function applyOperation(resource: Resource, operation: { op: string; path: string; value?: unknown }): void {
  const keys = operation.path.split('/').slice(1);
  const last = keys.pop() ?? '';
  const parent = keys.reduce((value, key) => value?.[key], resource);
  if (parent?.[last] === undefined) throw new Error(`There is no ${operation.path}.`);
  if (operation.op === 'replace') parent[last] = operation.value;
  else if (operation.op === 'remove') delete parent[last];
  else throw new Error(`${operation.op} is not rendered here.`);
}

export function eachObject(value: Resource, visit: (object: Resource) => void): void {
  if (typeof value !== 'object' || value === null) return;
  visit(value);
  for (const each of Object.values(value)) eachObject(each, visit);
}
