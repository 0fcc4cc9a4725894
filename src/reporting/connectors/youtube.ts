import { type Static, Type } from 'typebox';
import type { ConfigWarning, Connector, ConnectorContext } from './contract.ts';
import { choice, describeCatalog, describeChoice } from './hosted/choice.ts';
import { grantSecret } from './hosted/grant.ts';
import { noData, recentQuery } from './hosted/recent-days.ts';
import { grantTokens } from './hosted/tokens.ts';
import { mapBounded } from './map-bounded.ts';
import { listChannels, type YouTubeAccess, youTubeScopes } from './youtube/api.ts';
import { youTubeCatalog } from './youtube/catalog.ts';
import { depictVideos, queryYouTube } from './youtube/figures.ts';

const config = Type.Object(
  {
    /** The id of the channel, as its advanced settings show it. */
    channel: Type.String({ pattern: '^UC[A-Za-z0-9_-]{22}$' }),
    ...choice,
  },
  { additionalProperties: false },
);

type Config = Static<typeof config>;
type Secret = Static<typeof grantSecret> | null;

/** The days of YouTube, whatever the channel. */
const timeZone = 'America/Los_Angeles';
const queriesAtOnce = 4;

/** YouTube, by the figures of a channel that YouTube Analytics has. Service accounts have no channels. */
export const youTubeConnector: Connector<typeof config, typeof grantSecret> = {
  system: 'youtube',
  reach: 'network',
  config,
  secret: grantSecret,
  signIn: { with: 'google', scopes: youTubeScopes },
  verify,
  describe: async (config) => ({ ...describeChoice(youTubeCatalog, config), timeZone }),
  catalog: async () => ({ ...describeCatalog(youTubeCatalog), timeZone }),
  query: async (config, secret, query, context) => queryYouTube(accessOf(config, secret, context), config, query),
  queryAll: (config, secret, queries, context) =>
    mapBounded(queries, queriesAtOnce, (query) => queryYouTube(accessOf(config, secret, context), config, query)),
  depict: async (config, secret, asked, context) => depictVideos(accessOf(config, secret, context), config, asked),
  resources: async (_config, secret, context) =>
    secret === null ? [] : listChannels({ tokens: grantTokens('google', secret, context), context }),
};

function accessOf({ channel }: Config, secret: Secret, context: ConnectorContext): YouTubeAccess {
  return { channel, tokens: grantTokens('google', secret, context), context };
}

async function verify(config: Config, secret: Secret, context: ConnectorContext): Promise<readonly ConfigWarning[]> {
  describeChoice(youTubeCatalog, config);
  const { hasData } = await youTubeConnector.query(config, secret, recentQuery(timeZone), context);
  return hasData ? [] : [noData('channel', 'Nobody watched the channel')];
}
