import { sha256 } from '../../platform/storage/object-store.ts';
import { openConnectorContext } from '../../reporting/connectors/context.ts';
import type { ConnectorLogger, Depiction } from '../../reporting/connectors/contract.ts';
import {
  type FetchedPicture,
  fetchPictures,
  mostFetchedBytes,
  pictureTimes,
} from '../../reporting/connectors/fetch-pictures.ts';
import type { NetworkRules } from '../../reporting/connectors/network/rules.ts';
import type { DepictedValue } from '../../reporting/documents/gallery.ts';
import { pictureUri } from '../../reporting/documents/picture.ts';
import { drawCardPictures } from '../../reporting/renderers/logo/card-pictures.ts';

const longest = { text: 2_000, link: 2_000 } as const;

/** How many pictures are fetched before it is looked at what they weigh, and from which weight on they are drawn. */
const atOnce = 10;
const mostHeldBytes = 8 * 2 ** 20;

/** What pictures are fetched with. */
export interface PictureReach {
  readonly system: string;
  readonly network: Omit<NetworkRules, 'grantedNetworks'>;
  readonly signal: AbortSignal;
  readonly deadline: number;
  readonly log: ConnectorLogger;
}

/**
 * What a system shows of values, with the pictures themselves: fetched, and drawn anew in a separate process. Whatever the
 * connection may reach, pictures come from public addresses alone, or from what the operator has put in the system's place.
 */
export async function depictValues(told: readonly Depiction[], reach: PictureReach): Promise<DepictedValue[]> {
  const addresses = [...new Set(told.flatMap(({ pictureUrl }) => pictureUrl ?? []))];
  const pictures = new Map((await picturesOf(addresses, reach)).map((picture, index) => [addresses[index], picture]));
  return told.map(({ key, text, link, pictureUrl }) => {
    const picture = pictures.get(pictureUrl) ?? null;
    return {
      key,
      text: text?.slice(0, longest.text).toWellFormed() ?? null,
      link: link !== undefined && link.length <= longest.link ? link : null,
      picture,
      isMissing: pictureUrl !== undefined && picture === null,
    };
  });
}

async function picturesOf(
  addresses: readonly string[],
  { system, network, signal, deadline, log }: PictureReach,
): Promise<DepictedValue['picture'][]> {
  await using context = openConnectorContext({
    ...{ signal, deadline, log, dataRoots: [], network: { ...network, grantedNetworks: [] } },
    ...{ secret: null, secretStore: noSecret, maxBodyBytes: mostFetchedBytes },
  });
  const until = performance.now() + pictureTimes.allMs;
  const drawing: Promise<DepictedValue['picture'][]>[] = [];
  let held: (FetchedPicture | undefined)[] = [];
  for (let start = 0; start < addresses.length; start += atOnce) {
    const times = { ...pictureTimes, allMs: Math.max(1, Math.ceil(until - performance.now())) };
    held.push(...(await fetchPictures(addresses.slice(start, start + atOnce), system, context, times)));
    const bytes = held.reduce((sum, picture) => sum + (picture?.bytes.length ?? 0), 0);
    if (bytes < mostHeldBytes && start + atOnce < addresses.length) continue;
    // The next ones are fetched meanwhile, while no more than one batch waits to be drawn.
    await drawing.at(-2);
    const drawn = drawnOf(held, signal);
    // What rejects is waited for below.
    drawn.catch(() => {});
    drawing.push(drawn);
    held = [];
  }
  return (await Promise.all(drawing)).flat();
}

async function drawnOf(
  fetched: readonly (FetchedPicture | undefined)[],
  signal: AbortSignal,
): Promise<DepictedValue['picture'][]> {
  const drawn = (
    await drawCardPictures(
      fetched.filter((picture) => picture !== undefined),
      signal,
    )
  ).values();
  return fetched.map((picture) => {
    const png = picture && drawn.next().value?.png;
    return png ? { name: `sha256:${sha256(png)}`, uri: pictureUri({ type: 'image/png', bytes: png }) } : null;
  });
}

/** What is fetched needs none. */
const noSecret = {
  lease: () => Promise.reject(new TypeError('Pictures are fetched without a secret')),
  save: () => Promise.reject(new TypeError('Pictures are fetched without a secret')),
};
