import { type Static, type TSchema, Type } from 'typebox';
import { ConnectorError, type Depiction } from '../contract.ts';
import { requestsAtOnce } from '../hosted/ad-report.ts';
import { oncePerContext } from '../hosted/once.ts';
import { mapBounded } from '../map-bounded.ts';
import { askLinkedIn, type LinkedInAccess, restliList } from './api.ts';

const text = Type.Optional(Type.Union([Type.String(), Type.Null()]));
const creative = Type.Object({
  id: Type.String(),
  name: text,
  content: Type.Optional(Type.Object({ reference: text })),
});
const creatives = Type.Object({ elements: Type.Array(creative) });
const post = Type.Object({
  commentary: text,
  content: Type.Optional(
    Type.Object({
      media: Type.Optional(Type.Object({ id: text, title: text })),
      article: Type.Optional(Type.Object({ thumbnail: text, title: text })),
    }),
  ),
});
const posts = Type.Object({ results: Type.Record(Type.String(), post) });
const images = Type.Object({ results: Type.Record(Type.String(), Type.Object({ downloadUrl: text })) });

export type Creative = Static<typeof creative>;

/** A longer list makes an address that LinkedIn refuses (414). */
const batchSize = 50;

const once = oncePerContext<readonly Creative[]>();

/** Creatives by their URNs; none where the sign-in may not see them. */
export async function readCreatives(
  access: LinkedInAccess,
  account: string,
  urns: readonly string[],
): Promise<readonly Creative[]> {
  const batches = Array.from({ length: Math.ceil(urns.length / batchSize) }, (_, index) =>
    urns.slice(index * batchSize, (index + 1) * batchSize),
  );
  const found = await mapBounded(batches, requestsAtOnce, (batch) => {
    const path = `adAccounts/${account}/creatives?q=criteria&creatives=${restliList(batch)}&pageSize=${batchSize}`;
    return once(access.context, path, async () => (await askIfMay(access, path, creatives))?.elements ?? []);
  });
  return found.flat();
}

/**
 * Texts and pictures of the posts that creatives show: https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/posts-api.
 * Films have none. Throws a ConnectorError.
 */
export async function depictCreatives(
  access: LinkedInAccess,
  account: string,
  asked: readonly { readonly key: string; readonly urn: string }[],
): Promise<Depiction[]> {
  const found = await readCreatives(
    access,
    account,
    asked.map(({ urn }) => urn),
  );
  const references = new Map(found.map(({ id, content }) => [id, content?.reference ?? undefined]));
  const { results: shown = {} } = (await readMany(access, 'posts', [...references.values()], posts)) ?? {};
  const wanted = Object.values(shown).map(pictureOf);
  const { results: pictures = {} } = (await readMany(access, 'images', wanted, images)) ?? {};
  return asked.flatMap(({ key, urn }): Depiction[] => {
    const reference = references.get(urn);
    const said = reference === undefined ? undefined : shown[reference];
    if (reference === undefined || !said) return [];
    const { commentary, content } = said;
    const about = commentary || content?.media?.title || content?.article?.title;
    const picture = pictures[pictureOf(said) ?? '']?.downloadUrl;
    return [
      {
        ...{ key, link: `https://www.linkedin.com/feed/update/${encodeURIComponent(reference)}/` },
        ...(about && { text: about }),
        ...(picture && { pictureUrl: picture }),
      },
    ];
  });
}

function pictureOf({ content }: Static<typeof post>): string | undefined {
  const urn = content?.media?.id || content?.article?.thumbnail;
  return urn?.startsWith('urn:li:image:') ? urn : undefined;
}

/** Things by their URNs; undefined where none is asked for. */
async function readMany<Shape extends TSchema>(
  access: LinkedInAccess,
  path: string,
  urns: readonly (string | undefined)[],
  shape: Shape,
): Promise<Static<Shape> | undefined> {
  const wanted = [...new Set(urns)].flatMap((urn) => (urn && /^urn:li:\w+:[\w-]+$/.test(urn) ? [urn] : []));
  return wanted.length === 0 ? undefined : await askLinkedIn(access, `${path}?ids=${restliList(wanted)}`, shape);
}

/** Without a right to see them the figures are still right. */
export async function askIfMay<Shape extends TSchema>(
  access: LinkedInAccess,
  path: string,
  shape: Shape,
): Promise<Static<Shape> | undefined> {
  try {
    return await askLinkedIn(access, path, shape);
  } catch (error) {
    if (error instanceof ConnectorError && error.kind === 'resource_missing') return undefined;
    throw error;
  }
}
