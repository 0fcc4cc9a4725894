import { type Static, Type } from 'typebox';
import { type ConnectorContext, ConnectorError } from '../contract.ts';
import { askMeta, type MetaAccess, type metaSecret, openMeta, readPages } from '../meta-ads/api.ts';
import type { MetaSubject } from '../meta-ads/faults.ts';

export const instagramScopes = [
  ...['instagram_basic', 'instagram_manage_insights'],
  ...['pages_show_list', 'pages_read_engagement'],
];
const subject: MetaSubject = {
  system: 'instagram',
  thing: 'Instagram account',
  permissions: 'the permissions instagram_basic, instagram_manage_insights and pages_read_engagement',
};

export function openInstagram(secret: Static<typeof metaSecret> | null, context: ConnectorContext): MetaAccess {
  return openMeta(secret, context, subject);
}

const account = Type.Object({
  id: Type.String({ pattern: '^[0-9]{1,30}$' }),
  username: Type.Optional(Type.String()),
  name: Type.Optional(Type.String()),
});
const page = Type.Object({ instagram_business_account: Type.Optional(account) });

/** The professional accounts of the pages that the person works on. */
export async function listAccounts(access: MetaAccess): Promise<Static<typeof account>[]> {
  const fields = 'instagram_business_account{id,username,name}';
  const asked = { path: 'me/accounts', parameters: { fields } };
  const found = await readPages(access, asked, page, ({ instagram_business_account: own }) => own);
  return found.filter((each) => each !== undefined);
}

/** Throws `resource_missing` for an account that is not there or not the person's. */
export async function readAccount(access: MetaAccess, id: string): Promise<void> {
  await askMeta(access, { path: id, parameters: { fields: 'id,username' } }, account);
}

const insights = Type.Object({
  data: Type.Array(
    Type.Object({
      name: Type.String(),
      total_value: Type.Optional(
        Type.Object({
          value: Type.Optional(Type.Unknown()),
          breakdowns: Type.Optional(
            Type.Array(
              Type.Object({
                results: Type.Optional(
                  Type.Array(Type.Object({ dimension_values: Type.Array(Type.String()), value: Type.Unknown() })),
                ),
              }),
            ),
          ),
        }),
      ),
    }),
  ),
});

export type AccountInsights = Static<typeof insights>['data'];

/** Totals over at most 30 days, between two instants (epoch seconds). Throws a ConnectorError. */
export async function readTotals(
  access: MetaAccess,
  id: string,
  asked: {
    readonly metrics: readonly string[];
    readonly since: number;
    readonly until: number;
    readonly breakdown?: string;
  },
): Promise<AccountInsights> {
  const { metrics, since, until, breakdown } = asked;
  if (metrics.length === 0) throw new ConnectorError('invalid_config', 'No metric is asked for.');
  const parameters = {
    ...{ metric: metrics.join(','), metric_type: 'total_value', period: 'day' },
    ...{ since: String(since), until: String(until) },
    ...(breakdown !== undefined && { breakdown }),
  };
  return (await askMeta(access, { path: `${id}/insights`, parameters }, insights)).data;
}
