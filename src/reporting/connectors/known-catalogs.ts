import { messagesFor } from '../documents/messages/messages.ts';
import { amazonAdsCatalog } from './amazon-ads/catalog.ts';
import { callRailCatalog } from './callrail/catalog.ts';
import type { Description } from './contract.ts';
import { pagesCatalog } from './facebook-pages/catalog.ts';
import { adsCatalog } from './google-ads/catalog.ts';
import { analyticsCatalog } from './google-analytics/catalog.ts';
import { businessCatalog } from './google-business-profile/catalog.ts';
import { type Catalog, describeCatalog } from './hosted/choice.ts';
import { hubSpotCatalog } from './hubspot/catalog.ts';
import { instagramCatalog } from './instagram/catalog.ts';
import { klaviyoCatalog } from './klaviyo/catalog.ts';
import { translated } from './labels/in-language.ts';
import { linkedInAdsCatalog } from './linkedin-ads/catalog.ts';
import { mailchimpCatalog } from './mailchimp/catalog.ts';
import { matomoCatalog } from './matomo/catalog.ts';
import { metaCatalog } from './meta-ads/catalog.ts';
import { microsoftAdsCatalog } from './microsoft-ads/catalog.ts';
import { pinterestAdsCatalog } from './pinterest-ads/catalog.ts';
import { piwikCatalog } from './piwik-pro/catalog.ts';
import { plausibleCatalog } from './plausible/catalog.ts';
import { searchCatalog } from './search-console/catalog.ts';
import { shopifyCatalog } from './shopify/catalog.ts';
import { stripeCatalog } from './stripe/catalog.ts';
import { tikTokAdsCatalog } from './tiktok-ads/catalog.ts';
import { umamiCatalog } from './umami/catalog.ts';
import { wooCatalog } from './woocommerce/catalog.ts';
import { youTubeCatalog } from './youtube/catalog.ts';

/** What systems offer whoever connects them, by their word; those of files, databases and the like are their owner's. */
export const knownCatalogs: Readonly<Record<string, Catalog>> = {
  'amazon-ads': amazonAdsCatalog,
  'facebook-pages': pagesCatalog,
  callrail: callRailCatalog,
  'google-ads': adsCatalog,
  'google-analytics': analyticsCatalog,
  instagram: instagramCatalog,
  'google-business-profile': businessCatalog,
  hubspot: hubSpotCatalog,
  klaviyo: klaviyoCatalog,
  'linkedin-ads': linkedInAdsCatalog,
  mailchimp: mailchimpCatalog,
  matomo: matomoCatalog,
  'meta-ads': metaCatalog,
  'microsoft-ads': microsoftAdsCatalog,
  'pinterest-ads': pinterestAdsCatalog,
  'piwik-pro': piwikCatalog,
  plausible: plausibleCatalog,
  'search-console': searchCatalog,
  shopify: shopifyCatalog,
  stripe: stripeCatalog,
  'tiktok-ads': tikTokAdsCatalog,
  umami: umamiCatalog,
  woocommerce: wooCatalog,
  youtube: youTubeCatalog,
};

/** All that a system offers, with labels in the language of a BCP 47 locale; nothing where only its owner knows. */
export function describeSystem(system: string, locale: string): Pick<Description, 'metrics' | 'dimensions'> {
  const catalog = Object.hasOwn(knownCatalogs, system) ? knownCatalogs[system] : undefined;
  if (!catalog) return { metrics: [], dimensions: [] };
  return translated(describeCatalog(catalog), messagesFor(locale).language);
}
