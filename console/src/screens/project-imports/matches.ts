import { type Called, call, type Data, type Input } from '../../api/client.ts';

export type Match = Data<'matchResources'>['matches'][number];
type Resource = Match['resources'][number];
type Seen = Data<'listGrantResources'>['systems'][number];
type Row = NonNullable<Input<'importProjects'>['body']['rows']>[number];

/** What sign-ins see, put together; `silent` are the systems that could not be listed. */
export interface Proposal {
  readonly matches: readonly Match[];
  readonly silent: readonly { readonly system: string; readonly message: string }[];
}

/** As many as are matched at once. */
const most = 5_000;

/** Asks every sign-in what it sees, then what of it belongs together. */
export async function propose(grantIds: readonly string[], signal: AbortSignal): Promise<Proposal> {
  const asked = grantIds.map((grant_id) => call('listGrantResources', { grant_id }, { signal }));
  const answers: readonly Called<'listGrantResources'>[] = await Promise.all(asked);
  const systems: readonly Seen[] = answers.flatMap(({ data }) => data.systems);
  const resources = systems.flatMap((seen) => seen.resources).slice(0, most);
  const silent = systems.flatMap(({ system, fault }) => (fault ? [{ system, message: fault.message }] : []));
  const body = { resources: resources.map(({ config: _, ...resource }) => resource) };
  const { data } = await call('matchResources', { body }, { signal });
  return { matches: data.matches, silent };
}

/** What all projects get where their data does not say it. */
export interface Common {
  readonly locale: string;
  readonly time_zone: string;
  readonly currency: string;
  readonly template: string;
}

/** The currency and the zone of a match, where all of its data that tell one tell the same. */
export function unitsOf({ resources }: Match, { currency, time_zone }: Pick<Common, 'currency' | 'time_zone'>) {
  const zone = only(resources, 'time_zone');
  // Some vendors name hours, such as +02:00, which no project has.
  const ofPlace = zone !== undefined && /^[A-Za-z]/.test(zone) ? zone : time_zone;
  return { currency: only(resources, 'currency') ?? currency, time_zone: ofPlace };
}

function only(resources: readonly Resource[], field: 'currency' | 'time_zone'): string | undefined {
  const told = [...new Set(resources.flatMap((resource) => resource[field] ?? []))];
  return told.length === 1 ? told[0] : undefined;
}

export function rowOf(match: Match, name: string, common: Common): Row {
  return {
    ...{ name: name.trim(), language: common.locale, ...unitsOf(match, common) },
    ...(common.template !== '' && { template: common.template }),
    connections: match.resources.map(({ system, id, grant_id }) => `${system}:${id}@${grant_id}`),
  };
}

/** A match by its first resource, which no other has. */
export function keyOf({ resources: [first] }: Match): string {
  return first ? `${first.system}:${first.id}` : '';
}
