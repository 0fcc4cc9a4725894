import { folded, labelOf, similarity, tellingWords } from './names.ts';

/** What of a resource says whose it is. */
export interface Matchable {
  readonly system: string;
  readonly grant_id: string;
  readonly id: string;
  readonly label: string;
  readonly names: readonly string[];
  readonly domain: string | null;
}

export const certainties = ['certain', 'likely', 'unsure'] as const;
type Certainty = (typeof certainties)[number];

/**
 * Why resources are taken for one client's: they name the same domain, have the same name, the same telling words, a name
 * that is that of the domain, or a similar one. Or why one stands alone: nothing else was looked at, nothing fits, several
 * fit, or another one of its system covers it.
 */
export const matchReasons = [
  ...['same_domain', 'same_name', 'same_words', 'name_of_domain', 'similar_name'],
  ...['only_system', 'alone', 'ambiguous', 'covered'],
] as const;
type MatchReason = (typeof matchReasons)[number];

/** Resources that are proposed as one client's, at most one of a system. */
export interface Match<Resource extends Matchable> {
  /** What a project of them would be called. */
  readonly name: string;
  readonly domain: string | null;
  readonly certainty: Certainty;
  readonly reason: MatchReason;
  /** How alike the names are, from 0 to 1; null for another reason. */
  readonly score: number | null;
  readonly resources: readonly Resource[];
  /** Others that fit as well, as `system:id`: which of them is the client's, somebody has to say. */
  readonly rivals: readonly string[];
}

interface Cluster<Resource extends Matchable> {
  readonly members: readonly Resource[];
  readonly reason: MatchReason;
  readonly score: number | null;
  readonly rivals: readonly string[];
  /** Nothing more is joined to it. */
  readonly isDone: boolean;
}

const leastScore = 0.8;
/** A word that more names have tells nobody apart. */
const mostSharing = 40;

const certaintyOf: Readonly<Partial<Record<MatchReason, Certainty>>> = {
  ...{ same_domain: 'certain', same_name: 'certain', only_system: 'certain' },
  ...{ same_words: 'likely', name_of_domain: 'likely' },
};

/**
 * Proposes which resources of several systems are one client's. Each is in one match, a match has one of each system at
 * most, and the order in which they are given changes nothing. What fits in more than one way is not joined.
 */
export function matchResources<Resource extends Matchable>(resources: readonly Resource[]): Match<Resource>[] {
  const given = withoutRepeats(resources);
  const names = namesOf(given);
  const isOnlySystem = new Set(given.map(({ system }) => system)).size === 1;
  const covered = coveredSites(given);
  let clusters = given.map((resource): Cluster<Resource> => {
    const isCovered = covered.has(keyOf(resource));
    const reason = isCovered ? 'covered' : isOnlySystem ? 'only_system' : 'alone';
    return { members: [resource], reason, score: null, rivals: [], isDone: isCovered || isOnlySystem };
  });
  const ofMembers = (keys: (resource: Resource) => readonly string[]) => (cluster: Cluster<Resource>) =>
    new Set(cluster.members.flatMap(keys));
  const named = (resource: Resource) => names.get(keyOf(resource)) ?? [];
  const compact = (resource: Resource) => named(resource).map((name) => tellingWords(name).join(''));
  const join = (reason: MatchReason, keys: (resource: Resource) => readonly string[]) => {
    clusters = joinByKeys(clusters, reason, ofMembers(keys));
  };
  join('same_domain', ({ domain }) => (domain === null ? [] : [domain]));
  join('same_name', (resource) => named(resource).filter((name) => tellingWords(name).length > 0));
  join('same_words', (resource) => compact(resource).filter(Boolean));
  join('name_of_domain', (resource) => [
    ...compact(resource).filter(Boolean),
    ...(resource.domain === null || labelOf(resource.domain).length < 3 ? [] : [labelOf(resource.domain)]),
  ]);
  clusters = joinSimilar(clusters, ofMembers(compact));
  return clusters.map(toMatch).sort((one, other) => compare(orderOf(one), orderOf(other)));
}

function keyOf({ system, id }: Pick<Matchable, 'system' | 'id'>): string {
  return `${system}:${id}`;
}

/** Two sign-ins may see the same. */
function withoutRepeats<Resource extends Matchable>(resources: readonly Resource[]): Resource[] {
  const sorted = resources.toSorted((one, other) => compare(wholeOf(one), wholeOf(other)));
  return [...new Map(sorted.toReversed().map((each) => [keyOf(each), each])).values()].reverse();
}

const wholeOf = (resource: Matchable) => [keyOf(resource), resource.grant_id, JSON.stringify(resource)].join('\n');

/** The folded names of each; what several of a system belong to, such as the agency's account, names none of them. */
function namesOf(resources: readonly Matchable[]): ReadonlyMap<string, readonly string[]> {
  const counts = new Map<string, number>();
  const inSystem = (system: string, name: string) => `${system}\n${name}`;
  const all = resources.map((resource) => {
    const names = [...new Set(resource.names.map(folded))].filter((name) => name !== '');
    for (const name of names) {
      const key = inSystem(resource.system, name);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    return { resource, names };
  });
  return new Map(
    all.map(({ resource, names }) => [
      keyOf(resource),
      names.filter((name, index) => index === 0 || counts.get(inSystem(resource.system, name)) === 1),
    ]),
  );
}

/** Of Search Console, addresses of a host that is there as a whole domain, too. */
function coveredSites(resources: readonly Matchable[]): ReadonlySet<string> {
  const ids = new Set(resources.map(({ id }) => id));
  const sites = resources.filter(
    ({ system, id, domain }) =>
      system === 'search-console' && !id.startsWith('sc-domain:') && ids.has(`sc-domain:${domain}`),
  );
  return new Set(sites.map(keyOf));
}

/** Joins those that share a key, but for those of which several fit. */
function joinByKeys<Resource extends Matchable>(
  clusters: readonly Cluster<Resource>[],
  reason: MatchReason,
  keysOf: (cluster: Cluster<Resource>) => ReadonlySet<string>,
): Cluster<Resource>[] {
  const open = clusters.filter(({ isDone }) => !isDone);
  const groups = new Groups(open);
  const first = new Map<string, Cluster<Resource>>();
  for (const cluster of open) {
    for (const key of keysOf(cluster)) {
      const other = first.get(key);
      if (other) groups.connect(cluster, other);
      else first.set(key, cluster);
    }
  }
  return [...clusters.filter(({ isDone }) => isDone), ...groups.list().flatMap((group) => joined(group, reason, null))];
}

function joinSimilar<Resource extends Matchable>(
  clusters: readonly Cluster<Resource>[],
  keysOf: (cluster: Cluster<Resource>) => ReadonlySet<string>,
): Cluster<Resource>[] {
  const open = clusters.filter(({ isDone }) => !isDone);
  const groups = new Groups(open);
  const scores = new Map<Cluster<Resource>, number>();
  const texts = new Map(open.map((cluster) => [cluster, [...keysOf(cluster)].filter((text) => text.length >= 4)]));
  const sharing = new Map<string, Set<Cluster<Resource>>>();
  for (const [cluster, own] of texts) {
    // Similar texts begin or end alike; to compare all with all would take minutes.
    for (const part of own.flatMap((text) => [`^${text.slice(0, 3)}`, `${text.slice(-3)}$`])) {
      sharing.set(part, (sharing.get(part) ?? new Set()).add(cluster));
    }
  }
  for (const together of sharing.values()) {
    if (together.size > mostSharing) continue;
    const list = [...together];
    for (const [index, one] of list.entries()) {
      for (const other of list.slice(index + 1)) {
        const score = bestScore(texts.get(one) ?? [], texts.get(other) ?? []);
        if (score < leastScore) continue;
        groups.connect(one, other);
        for (const each of [one, other]) scores.set(each, Math.min(score, scores.get(each) ?? 1));
      }
    }
  }
  const joinedGroups = groups.list().flatMap((group) => {
    const score = Math.min(...group.map((cluster) => scores.get(cluster) ?? 1));
    return joined(group, 'similar_name', Math.round(score * 100) / 100);
  });
  return [...clusters.filter(({ isDone }) => isDone), ...joinedGroups];
}

function bestScore(some: readonly string[], others: readonly string[]): number {
  return Math.max(0, ...some.flatMap((one) => others.map((other) => similarity(one, other))));
}

/** One cluster of several; or each alone where one system has two of them, or they are about two domains. */
function joined<Resource extends Matchable>(
  group: readonly Cluster<Resource>[],
  reason: MatchReason,
  score: number | null,
): Cluster<Resource>[] {
  const [first] = group;
  if (!first || group.length === 1) return [...group];
  const members = group.flatMap((cluster) => cluster.members);
  const systems = new Set(members.map(({ system }) => system));
  const domains = new Set(members.map(({ domain }) => domain).filter((domain) => domain !== null));
  if (systems.size === members.length && domains.size <= 1) {
    return [{ members, reason, score, rivals: [], isDone: false }];
  }
  return group.map((cluster) => {
    const rivals = members.filter((member) => !cluster.members.includes(member)).map(keyOf);
    const isSingle = cluster.members.length === 1;
    return { ...cluster, ...(isSingle && { reason: 'ambiguous' as const }), rivals: rivals.sort(), isDone: true };
  });
}

/** Things that are connected, each with all that it is connected to. */
class Groups<Thing> {
  readonly #parents: Map<Thing, Thing>;

  constructor(things: readonly Thing[]) {
    this.#parents = new Map(things.map((thing) => [thing, thing]));
  }

  connect(one: Thing, other: Thing): void {
    this.#parents.set(this.#root(one), this.#root(other));
  }

  list(): Thing[][] {
    const things = [...this.#parents.keys()];
    return [...Map.groupBy(things, (thing) => this.#root(thing)).values()];
  }

  #root(thing: Thing): Thing {
    let root = thing;
    for (let parent = this.#parents.get(root); parent !== undefined && parent !== root; ) {
      root = parent;
      parent = this.#parents.get(root);
    }
    this.#parents.set(thing, root);
    return root;
  }
}

function toMatch<Resource extends Matchable>({ members, reason, score, rivals }: Cluster<Resource>): Match<Resource> {
  const resources = members.toSorted((one, other) => compare(keyOf(one), keyOf(other)));
  const domain = resources.map((each) => each.domain).find((each) => each !== null) ?? null;
  const [first] = resources;
  const all = resources.flatMap(({ names }) => names);
  const telling = all.find((name) => tellingWords(name).length > 0 && !/^https?:/.test(name));
  return {
    name: (telling ?? domain ?? first?.label ?? '').trim().slice(0, 200),
    ...{ domain, reason, score, resources, rivals },
    certainty: certaintyOf[reason] ?? 'unsure',
  };
}

function orderOf({ name, resources: [first] }: Match<Matchable>): string {
  return `${folded(name)}\n${first ? keyOf(first) : ''}`;
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
