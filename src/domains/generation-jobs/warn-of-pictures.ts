import type { ReportDocument } from '../../reporting/documents/model.ts';
import { leftOutWarning, shownPictures } from '../../reporting/documents/pictures-left-out.ts';
import { pictureTrials, TrialsBusy } from '../../reporting/renderers/logo/trials.ts';

/**
 * The document with a warning for each picture that can no longer be drawn. Where there is no time to find out it stays as
 * it is: every file and page that lacks one says so itself.
 */
export async function warnOfPictures(document: ReportDocument): Promise<ReportDocument> {
  // Those of galleries were drawn when they were fetched.
  const drawn = new Set(Object.values(document.pictures ?? {}));
  const shown = shownPictures(document).filter(({ uri }) => !drawn.has(uri));
  const faults = await pictureTrials.faultsOf(shown).catch((error: unknown) => {
    if (error instanceof TrialsBusy) return [];
    throw error;
  });
  const leftOut = shown.filter((_, index) => faults[index]);
  if (leftOut.length === 0) return document;
  const warnings = leftOut.map((picture) => leftOutWarning(picture, document.locale));
  return { ...document, warnings: [...document.warnings, ...warnings] };
}
