import { type Static, Type } from 'typebox';
import {
  type ConfigWarning,
  type Connector,
  type ConnectorContext,
  ConnectorError,
  type Description,
  type Query,
} from './contract.ts';
import { accountSettings } from './hosted/account-settings.ts';
import { choice, describeCatalog, describeChoice } from './hosted/choice.ts';
import { oncePerContext } from './hosted/once.ts';
import { noData, recentQuery } from './hosted/recent-days.ts';
import { type HubSpotAccess, hubSpotSecret, listPipelines, openHubSpot, readCurrency } from './hubspot/api.ts';
import { hubSpotCatalog } from './hubspot/catalog.ts';
import { queryHubSpot } from './hubspot/figures.ts';

const config = Type.Object(
  {
    /** The id of a pipeline, whose deals alone count then; those of all without it. */
    pipeline: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{1,100}$' })),
    ...choice,
  },
  { additionalProperties: false },
);

type Config = Static<typeof config>;
type Secret = Static<typeof hubSpotSecret> | null;

/** HubSpot, by the deals and contacts of its CRM and the submissions of its forms. */
export const hubSpotConnector: Connector<typeof config, typeof hubSpotSecret> = {
  system: 'hubspot',
  reach: 'network',
  config,
  secret: hubSpotSecret,
  signIn: {
    with: 'hubspot',
    scopes: ['crm.objects.contacts.read', 'crm.objects.deals.read', 'crm.objects.owners.read', 'forms'],
  },
  verify,
  describe: async (config, secret, context) => ({
    ...describeChoice(hubSpotCatalog, config),
    ...(await settingsOf(secret, context)),
  }),
  catalog: async (_config, secret, context) => ({
    ...describeCatalog(hubSpotCatalog),
    ...(await settingsOf(secret, context)),
  }),
  query: (config, secret, query, context) => queryHubSpot(openHubSpot(secret, context), config, query),
  resources: async (_config, secret, context) => {
    const pipelines = await listPipelines(openHubSpot(secret, context));
    return pipelines.map(({ id, label }) => ({ config: { pipeline: id }, label }));
  },
};

const once = oncePerContext<string>();

/** What happens is known by its instant, so that days are those of any zone; amounts are in the company's currency. */
async function settingsOf(secret: Secret, context: ConnectorContext): Promise<Pick<Description, 'currency'>> {
  return accountSettings(undefined, await once(context, '', () => readCurrency(openHubSpot(secret, context))));
}

async function verify(config: Config, secret: Secret, context: ConnectorContext): Promise<readonly ConfigWarning[]> {
  const { metrics } = describeChoice(hubSpotCatalog, config);
  await settingsOf(secret, context);
  const { pipeline } = config;
  if (pipeline !== undefined) await checkPipeline(pipeline, openHubSpot(secret, context));
  const recent: Query = { ...recentQuery(), metrics: metrics.map(({ key }) => key) };
  const { hasData } = await hubSpotConnector.query(config, secret, recent, context);
  return hasData ? [] : [noData('pipeline', 'The account has no new deals, contacts or submissions')];
}

async function checkPipeline(pipeline: string, access: HubSpotAccess): Promise<void> {
  const pipelines = await listPipelines(access);
  if (pipelines.some(({ id }) => id === pipeline)) return;
  throw new ConnectorError('resource_missing', 'The account has no pipeline of deals with this id. Correct pipeline.');
}
