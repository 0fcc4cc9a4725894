import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseAllDocuments } from 'yaml';
import { readConfig } from '../../src/platform/config/config.ts';
import { configVariables } from '../../src/platform/config/variables.ts';
import { dockerfile } from './dockerfile.ts';
import { digest, eachObject, type Resource, renderKustomization } from './kustomize.ts';

const root = join(import.meta.dirname, '../..');
const example = join(root, 'deploy/kubernetes/example');
const rendered = renderKustomization(example);
const page = readFileSync(join(root, 'docs/kubernetes.md'), 'utf8');
const find = (kind: string, name: string): Resource =>
  rendered.find((each) => each.kind === kind && each.metadata.name === name) ??
  assert.fail(`There is no ${kind} ${name}.`);
const crons = rendered.filter(({ kind }) => kind === 'CronJob');
const workloads: Resource[] = [
  ...rendered.filter(({ kind }) => kind === 'Deployment' || kind === 'Job'),
  ...crons.map(({ metadata, spec }) => ({ metadata, spec: spec.jobTemplate.spec })),
];
const deployments = rendered.filter(({ kind }) => kind === 'Deployment');
const selects = (selector: Record<string, string>, labels: Record<string, string>) =>
  Object.entries(selector).every(([key, value]) => labels[key] === value);

/** Where the classes of an API's group and version are. */
const models: Readonly<Record<string, string>> = {
  'keda.sh/v1alpha1': '@kubernetes-models/keda/keda.sh/v1alpha1',
  'monitoring.coreos.com/v1': '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1',
};

/** What is wrong with a resource by the schema of its kind: faults, and fields that the schema does not know. */
async function faultsOf(resource: Resource): Promise<string[]> {
  const { apiVersion, kind } = resource;
  const { [kind]: Model } = await import(`${models[apiVersion] ?? `kubernetes-models/${apiVersion}`}/${kind}`);
  const looked = new Map<object, Set<string>>();
  // The schemas let unknown fields pass, but never look at them.
  const watched = (value: Resource): Resource => {
    if (typeof value !== 'object' || value === null) return value;
    const copy = Array.isArray(value)
      ? value.map(watched)
      : Object.fromEntries(Object.entries(value).map(([key, each]) => [key, watched(each)]));
    const keys = new Set<string>();
    const get = (target: object, key: PropertyKey) => {
      keys.add(String(key));
      return Reflect.get(target, key);
    };
    const proxy = new Proxy(copy, { get });
    looked.set(proxy, keys);
    return proxy;
  };
  const model = new Model();
  Object.assign(model, watched(resource));
  try {
    model.validate();
  } catch (error) {
    return [(error as Error).message];
  }
  const unknown: string[] = [];
  const walk = (value: Resource, path: string): void => {
    if (typeof value !== 'object' || value === null) return;
    const keys = looked.get(value);
    const names = Object.keys(value);
    if (keys && !Array.isArray(value)) {
      const seen = new Set(keys);
      unknown.push(...names.filter((name) => !seen.has(name)).map((name) => `${path}.${name} is unknown`));
    }
    for (const name of names) walk(Reflect.get(value, name), `${path}.${name}`);
  };
  for (const name of ['metadata', 'spec']) walk((model as Resource)[name], name);
  return unknown;
}

test('each resource keeps to the schema of its kind, and a misspelt field or a wrong value does not', async () => {
  for (const resource of rendered) {
    assert.deepEqual(await faultsOf(resource), [], `${resource.kind} ${resource.metadata.name}`);
  }
  const wrong = structuredClone(find('Deployment', 'report-service-api'));
  wrong.spec.strategy.rollingUpdate.maxUnavailble = 0;
  assert.deepEqual(await faultsOf(wrong), ['spec.strategy.rollingUpdate.maxUnavailble is unknown']);
  wrong.spec.replicas = 'two';
  assert.match((await faultsOf(wrong)).join(), /replicas/);
});

test('the example renders here as kubectl renders it', {
  skip: spawnSync('kubectl', ['version', '--client'], { timeout: 30_000 }).status !== 0 && 'kubectl is not installed',
}, () => {
  const text = execFileSync('kubectl', ['kustomize', example], { encoding: 'utf8', timeout: 60_000 });
  const theirs = parseAllDocuments(text.replaceAll(/(report-service-settings)-[a-z0-9]{10}\b/g, `$1${digest}`));
  const sorted = (all: readonly Resource[]) =>
    Object.fromEntries(all.map((each) => [`${each.kind} ${each.metadata.name}`, each]));
  assert.deepEqual(sorted(rendered), sorted(theirs.map((document) => document.toJS())));
});

test('what resources name exists: labels, ports, volumes, services, accounts and what is scaled', () => {
  const pods = workloads.map(({ spec }) => spec.template.metadata.labels);
  const podsOf = (selector: Record<string, string>) => pods.filter((labels) => selects(selector, labels));
  for (const { metadata, spec } of deployments) {
    assert.equal(podsOf(spec.selector.matchLabels).length, 1, metadata.name);
    for (const { labelSelector } of spec.template.spec.topologySpreadConstraints)
      assert.deepEqual(labelSelector, spec.selector);
    const [container] = spec.template.spec.containers;
    const names = container.ports.map(({ name }: { name: string }) => name);
    for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe'])
      assert.ok(names.includes(container[probe].httpGet.port), probe);
    const role = spec.template.metadata.labels['app.kubernetes.io/component'];
    const service = find('Service', `report-service-${role}`);
    assert.deepEqual(service.spec.selector, spec.selector.matchLabels);
    assert.ok(names.includes(service.spec.ports[0].targetPort));
    const budget = find('PodDisruptionBudget', `report-service-${role}`);
    assert.deepEqual(budget.spec.selector, spec.selector);
    assert.equal(spec.replicas, undefined, 'who scales says how many');
  }
  for (const { spec } of workloads) {
    const pod = spec.template.spec;
    find('ServiceAccount', pod.serviceAccountName);
    const volumes = pod.volumes.map(({ name }: { name: string }) => name).sort();
    assert.deepEqual(pod.containers[0].volumeMounts.map(({ name }: { name: string }) => name).sort(), volumes);
  }
  const { rules, tls } = find('Ingress', 'report-service').spec;
  assert.deepEqual(tls[0].hosts, [rules[0].host]);
  for (const { backend } of rules[0].http.paths) {
    const { ports } = find('Service', backend.service.name).spec;
    assert.ok(ports.some(({ name }: { name: string }) => name === backend.service.port.name));
  }
  const scaled = [
    find('HorizontalPodAutoscaler', 'report-service-api').spec.scaleTargetRef.name,
    find('ScaledObject', 'report-service-worker').spec.scaleTargetRef.name,
  ];
  for (const name of scaled) find('Deployment', name);
  assert.equal(podsOf(find('NetworkPolicy', 'report-service').spec.podSelector.matchLabels).length, workloads.length);
  const { selector, endpoints } = find('ServiceMonitor', 'report-service').spec;
  const [{ key, values }] = selector.matchExpressions;
  const scraped = rendered.filter(({ kind, metadata: { labels } }) => {
    return kind === 'Service' && selects(selector.matchLabels, labels) && values.includes(labels[key]);
  });
  assert.equal(scraped.length, 2);
  for (const { spec } of scraped) assert.equal(spec.ports[0].name, endpoints[0].port);
});

test('what has to be there before the schema is brought up to date is what the first step of a rollout applies', () => {
  const first = rendered.filter(({ metadata }) => metadata.labels.rollout === 'before');
  assert.deepEqual(first.map(({ kind }) => kind).sort(), ['ConfigMap', 'Job', 'NetworkPolicy', 'ServiceAccount']);
  const pod = find('Job', 'report-service-migrate').spec.template.spec;
  const named = pod.containers[0].envFrom.map((from: Resource) => from.configMapRef?.name ?? from.secretRef.name);
  assert.deepEqual(named, [`report-service-settings${digest}`, 'report-service-secrets']);
  assert.match(page, /kubectl apply -k \. -l rollout=before/);
});

test('pods run as the user of the image, with a root file system that cannot be written, and no process goes before its successor is ready', () => {
  const user = dockerfile()
    .stages.at(-1)
    ?.find(({ keyword }) => keyword === 'USER')?.text;
  for (const { spec, metadata } of workloads) {
    const { securityContext, containers, automountServiceAccountToken } = spec.template.spec;
    const { runAsUser, runAsGroup, runAsNonRoot } = securityContext;
    assert.deepEqual([`${runAsUser}:${runAsGroup}`, runAsNonRoot, automountServiceAccountToken], [user, true, false]);
    assert.equal(containers.length, 1, metadata.name);
    const [{ securityContext: limits, image, volumeMounts }] = containers;
    assert.deepEqual([limits.readOnlyRootFilesystem, limits.allowPrivilegeEscalation], [true, false]);
    assert.deepEqual(limits.capabilities, { drop: ['ALL'] });
    assert.equal(image, 'registry.example.com/report-service:1.0.0');
    const writable = volumeMounts.filter(({ readOnly }: { readOnly?: boolean }) => !readOnly);
    assert.deepEqual(writable.map(({ mountPath }: { mountPath: string }) => mountPath).sort(), ['/data', '/tmp']);
  }
  for (const { spec } of deployments) assert.equal(spec.strategy.rollingUpdate.maxUnavailable, 0);
});

test('the commands of jobs are ones that the program has, and keys are where secrets are mounted', () => {
  for (const { spec } of crons) {
    const { containers, volumes } = spec.jobTemplate.spec.template.spec;
    const [{ args, volumeMounts }] = containers;
    const key = volumeMounts.find(({ name }: { name: string }) => name === 'key').mountPath;
    assert.equal(args.at(-1), `${key}/key`);
    const { secret } = volumes.find(({ name }: { name: string }) => name === 'key');
    assert.ok(page.includes(`create secret generic ${secret.secretName} --from-file=key=`));
  }
  assert.deepEqual(
    crons.map(({ spec }) => spec.jobTemplate.spec.template.spec.containers[0].args.slice(0, 2)),
    [
      ['backup', '--to'],
      ['backup', 'verify'],
    ],
  );
});

test('settings and secrets are ones that the service has, and valid together', () => {
  const { data } = find('ConfigMap', `report-service-settings${digest}`);
  const secrets = [...page.matchAll(/--from-literal=([A-Z_]+)='?([^' ]*)/g)].map(([, name = '', value = '']) => [
    name,
    name === 'SECRET_KEY'
      ? Buffer.from(Array.from({ length: 32 }, (_, i) => (i * 37) % 251)).toString('base64')
      : value,
  ]);
  assert.equal(secrets.length, 5);
  const all: Record<string, string> = { ...data, ...Object.fromEntries(secrets) };
  const ofAws = ['AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];
  const known = [...Object.keys(configVariables), ...ofAws];
  assert.deepEqual(
    Object.keys(all).filter((name) => !known.includes(name)),
    [],
  );
  const config = readConfig(all);
  assert.match(config.databaseUrl ?? '', /^postgres:/);
  assert.equal(config.publicUrl, `https://${find('Ingress', 'report-service').spec.rules[0].host}`);
  eachObject(rendered, (object) => assert.equal(object.kind === 'Secret', false, 'no secret is in a file'));
});

test('the age of the queue that workers are scaled by is a metric of the namespace that exists', () => {
  const { query } = find('ScaledObject', 'report-service-worker').spec.triggers[0].metadata;
  const [, metric = '', namespace] = /^max\((\w+)\{namespace="([\w-]+)"\}\)$/.exec(query) ?? [];
  assert.equal(namespace, find('Deployment', 'report-service-worker').metadata.namespace);
  assert.ok(readFileSync(join(root, 'src/platform/monitoring/metrics.ts'), 'utf8').includes(`'${metric}'`));
});
