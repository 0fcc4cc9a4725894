import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { missing } from '../../platform/faults.ts';
import { resource } from '../../platform/http/envelope.ts';
import { PictureName } from '../../platform/http/fields.ts';
import { readOperation } from '../../platform/http/operations.ts';
import type { ApiContext } from '../../platform/http/route.ts';
import type { ObjectStore } from '../../platform/storage/object-store.ts';
import { isPictureReference, mostPictureBytes } from '../../reporting/documents/picture.ts';
import { findPicture } from './pictures.ts';

const Picture = resource(
  {
    name: PictureName,
    data_uri: Type.String({
      // Base64 takes four characters for three bytes.
      maxLength: Math.ceil((mostPictureBytes * 4) / 3) + 100,
      description: 'The picture itself: a PNG, a JPEG or an SVG.',
      examples: ['data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ'],
    }),
  },
  { title: 'Picture', description: 'A stored picture of sections or brands; what has a name never changes.' },
);

/** The pictures of an account, for management: whoever knows the name of one may see it. */
export function pictureRoutes(
  app: FastifyInstance,
  context: ApiContext,
  { objects }: { readonly objects: ObjectStore },
): void {
  readOperation(
    app,
    context,
    {
      path: '/pictures/:picture',
      operationId: 'getPicture',
      tag: 'Brand',
      summary: 'Read a stored picture',
      description: 'Settings and brands name their pictures instead of repeating them; this shows one of the account.',
      access: { role: 'viewer' },
      params: Type.Object({ picture: Type.String({ description: 'Its name.' }) }),
      errors: ['not_found'],
      data: Picture,
    },
    async ({ caller: { account }, params: { picture } }) => {
      const uri = isPictureReference(picture) ? await findPicture(objects, account.id, picture) : undefined;
      if (uri === undefined) throw missing('picture', picture);
      return { name: picture, data_uri: uri };
    },
  );
}
