import { type ErrorDetail, ServiceError } from '../../platform/errors.ts';
import type { ObjectStore } from '../../platform/storage/object-store.ts';
import { isPictureReference } from '../../reporting/documents/picture.ts';
import type { Trial } from '../../reporting/renderers/logo/logo-apart.ts';
import { type PictureTrials, pictureTrials, TrialsBusy } from '../../reporting/renderers/logo/trials.ts';
import { asStored, loadPicture, type PlacedPicture } from './pictures.ts';

/**
 * Draws the pictures of a request as reports would, in other processes, but for those that were drawn before. Throws
 * `invalid_request` with the reason at the field of each that cannot be, and `api_controls_unavailable` where there is no
 * time or room to draw.
 */
export async function refuseUndrawable(
  objects: ObjectStore,
  accountId: string,
  placed: readonly PlacedPicture[],
  trials: PictureTrials = pictureTrials,
): Promise<void> {
  const tried: (Trial & { readonly field: string })[] = [];
  for (const { picture, field, as } of placed) {
    if (isPictureReference(picture) && trials.isDrawable(as, picture.slice('sha256:'.length))) continue;
    const uri = isPictureReference(picture) ? await loadPicture(objects, accountId, picture) : asStored(picture);
    if (uri === undefined) throw refusal([{ field, rule: 'value', message: 'names a picture whose file is damaged' }]);
    tried.push({ as, uri, field });
  }
  const faults = await faultsOf(trials, tried);
  const details = tried.flatMap(({ field }, index): ErrorDetail[] => {
    const message = faults[index];
    return message ? [{ field, rule: 'drawable', message }] : [];
  });
  if (details.length > 0) throw refusal(details);
}

async function faultsOf(trials: PictureTrials, tried: readonly Trial[]) {
  try {
    return await trials.faultsOf(tried);
  } catch (cause) {
    if (!(cause instanceof TrialsBusy)) throw cause;
    const message = 'Pictures cannot be drawn now, so nothing is known of these. Send them again soon.';
    throw new ServiceError('api_controls_unavailable', { message, cause });
  }
}

function refusal(details: readonly ErrorDetail[]): ServiceError {
  return new ServiceError('invalid_request', { details });
}
