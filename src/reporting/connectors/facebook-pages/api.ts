import { type Static, Type } from 'typebox';
import type { ConnectorContext } from '../contract.ts';
import { oncePerContext } from '../hosted/once.ts';
import { askMeta, type MetaAccess, type metaSecret, openMeta, readPages } from '../meta-ads/api.ts';
import { type MetaSubject, noRight } from '../meta-ads/faults.ts';

export const pageScopes = ['pages_show_list', 'pages_read_engagement', 'read_insights'];
const subject: MetaSubject = {
  system: 'facebook-pages',
  thing: 'page',
  permissions: 'the permissions pages_read_engagement and read_insights',
};

export function openPages(secret: Static<typeof metaSecret> | null, context: ConnectorContext): MetaAccess {
  return openMeta(secret, context, subject);
}

const page = Type.Object({
  id: Type.String({ pattern: '^[0-9]{1,30}$' }),
  name: Type.Optional(Type.String()),
  access_token: Type.Optional(Type.String({ minLength: 1 })),
});

const once = oncePerContext<MetaAccess>();

/**
 * Insights of a page take a token of the page, which Meta gives to whoever works on it; it is never stored. Throws
 * `resource_missing` for somebody who does not.
 */
export function openPage(access: MetaAccess, id: string): Promise<MetaAccess> {
  return once(access.context, id, async () => {
    const found = await askMeta(access, { path: id, parameters: { fields: 'id,name,access_token' } }, page);
    const token = found.access_token;
    if (token === undefined) throw noRight(access.subject);
    return { ...access, tokens: { token: async () => token } };
  });
}

/** The pages that the person works on. */
export function listPages(access: MetaAccess): Promise<{ readonly id: string; readonly name?: string }[]> {
  return readPages(access, { path: 'me/accounts', parameters: { fields: 'id,name' } }, page, ({ id, name }) => ({
    id,
    ...(name !== undefined && { name }),
  }));
}

const insights = Type.Object({
  data: Type.Array(
    Type.Object({
      name: Type.String(),
      period: Type.String(),
      values: Type.Array(Type.Object({ value: Type.Optional(Type.Unknown()), end_time: Type.String() })),
    }),
  ),
});

export type PageInsights = Static<typeof insights>['data'];

/** Insights between two days, which Meta takes as instants of its own zone: what lies outside has to be left out. */
export async function readInsights(
  access: MetaAccess,
  id: string,
  parameters: { readonly metric: string; readonly period: string; readonly since: string; readonly until: string },
): Promise<PageInsights> {
  return (await askMeta(access, { path: `${id}/insights`, parameters }, insights)).data;
}
