import { type Static, type TSchema, Type } from 'typebox';
import { Settings } from 'typebox/system';
import { Value } from 'typebox/value';
import { amazonAdsConnector } from './amazon-ads.ts';
import { bigQueryConnector } from './bigquery.ts';
import { callRailConnector } from './callrail.ts';
import { clickhouseConnector } from './clickhouse.ts';
import { configFault } from './config-faults.ts';
import { type Connector, ConnectorError } from './contract.ts';
import { currencyPattern, currencyWords } from './currency.ts';
import { databricksConnector } from './databricks.ts';
import { facebookPagesConnector } from './facebook-pages.ts';
import { fileConnector } from './file.ts';
import { googleAdsConnector } from './google-ads.ts';
import { googleAnalyticsConnector } from './google-analytics.ts';
import { businessConnector } from './google-business-profile.ts';
import { googleSheetsConnector } from './google-sheets.ts';
import { httpJsonConnector } from './http-json.ts';
import { hubSpotConnector } from './hubspot.ts';
import { instagramConnector } from './instagram.ts';
import { keyPattern, keyWords } from './keys.ts';
import { klaviyoConnector } from './klaviyo.ts';
import { linkedInAdsConnector } from './linkedin-ads.ts';
import { mailchimpConnector } from './mailchimp.ts';
import { matomoConnector } from './matomo.ts';
import { metaAdsConnector } from './meta-ads.ts';
import { microsoftAdsConnector } from './microsoft-ads.ts';
import { mysqlConnector } from './mysql.ts';
import { pinterestAdsConnector } from './pinterest-ads.ts';
import { piwikProConnector } from './piwik-pro.ts';
import { plausibleConnector } from './plausible.ts';
import { postgresConnector } from './postgres.ts';
import { prometheusConnector } from './prometheus.ts';
import { redshiftConnector } from './redshift.ts';
import { searchConsoleConnector } from './search-console.ts';
import { shopifyConnector } from './shopify.ts';
import { snowflakeConnector } from './snowflake.ts';
import { sqlServerConnector } from './sql-server.ts';
import { stripeConnector } from './stripe.ts';
import { tikTokAdsConnector } from './tiktok-ads.ts';
import { trinoConnector } from './trino.ts';
import { umamiConnector } from './umami.ts';
import { wooCommerceConnector } from './woocommerce.ts';
import { youTubeConnector } from './youtube.ts';

/** Enough to count every fault of a configuration; by default TypeBox reports at most eight. */
Settings.Set({ maxErrors: 2_000 });

const connectors: ReadonlyMap<string, Connector> = new Map(
  [
    fileConnector,
    postgresConnector,
    mysqlConnector,
    clickhouseConnector,
    bigQueryConnector,
    snowflakeConnector,
    databricksConnector,
    trinoConnector,
    redshiftConnector,
    sqlServerConnector,
    httpJsonConnector,
    prometheusConnector,
    googleAnalyticsConnector,
    searchConsoleConnector,
    googleAdsConnector,
    googleSheetsConnector,
    metaAdsConnector,
    linkedInAdsConnector,
    tikTokAdsConnector,
    microsoftAdsConnector,
    facebookPagesConnector,
    instagramConnector,
    pinterestAdsConnector,
    amazonAdsConnector,
    shopifyConnector,
    wooCommerceConnector,
    stripeConnector,
    matomoConnector,
    plausibleConnector,
    umamiConnector,
    youTubeConnector,
    mailchimpConnector,
    hubSpotConnector,
    businessConnector,
    callRailConnector,
    klaviyoConnector,
    piwikProConnector,
  ].map((connector): [string, Connector] => [connector.system, connector as Connector]),
);

/** The words that name a connectable system, such as `file`. */
export const systems: readonly string[] = [...connectors.keys()];

/** All systems, as `getConnector` gives them. */
export function listConnectors(): readonly Connector[] {
  return [...connectors.values()];
}

/** The connector of a system; throws `invalid_config` for one that does not exist. */
export function getConnector(system: string): Connector {
  const connector = connectors.get(system);
  if (connector) return connector;
  throw new ConnectorError('invalid_config', `There is no system "${system}". Use one of: ${systems.join(', ')}.`);
}

/** The configuration, once it fits the connector's schema; throws `invalid_config` naming every path at fault. */
export function parseConfig<Config extends TSchema>(connector: Connector<Config>, config: unknown): Static<Config> {
  return parse(connector.config, config, `The configuration of a ${connector.system} connection`);
}

/** As `parseConfig`, for a configuration of which parts may be missing. */
export function parsePartialConfig<Config extends TSchema>(
  connector: Connector<Config>,
  config: unknown,
): Partial<Static<Config>> {
  const subject = `The configuration of a ${connector.system} connection`;
  return parse(Type.Partial(connector.config), config, subject) as Partial<Static<Config>>;
}

/** The secret, once it fits the connector's schema (null where the system needs none); throws `invalid_config` without its values. */
export function parseSecret(connector: Connector, secret: unknown): unknown {
  return parse(connector.secret ?? Type.Null(), secret ?? null, `The secret of a ${connector.system} connection`);
}

function parse<T extends TSchema>(schema: T, value: unknown, subject: string): Static<T> {
  if (Value.Check(schema, value)) return value as Static<T>;
  throw configFault(subject, [...new Set(Value.Errors(schema, value).flatMap(describeFault))]);
}

function describeFault(error: ReturnType<typeof Value.Errors>[number]): string[] {
  const path = error.instancePath.slice(1).replaceAll('/', '.');
  const at = (property: string) => (path ? `${path}.${property}` : property);
  if (error.keyword === 'required') return error.params.requiredProperties.map((name) => `${at(name)} is missing`);
  if (error.keyword === 'additionalProperties') {
    return error.params.additionalProperties.map((name) => `${at(name)} is not a known property`);
  }
  if (error.keyword === 'enum') return [`${path || 'it'} must be one of ${error.params.allowedValues.join(', ')}`];
  if (error.keyword === 'pattern' && error.params.pattern === keyPattern) return [`${path} must ${keyWords}`];
  if (error.keyword === 'pattern' && error.params.pattern === currencyPattern) return [`${path} must ${currencyWords}`];
  // An unknown property is reported once, by its object.
  if (error.keyword === 'boolean') return [];
  return [`${path || 'it'} ${error.message}`];
}
