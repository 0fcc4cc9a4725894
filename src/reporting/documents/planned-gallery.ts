import { type PlannedTable, resolveSort } from './planned-breakdown.ts';
import type { OfferedDimension, ReportConnection } from './report-connection.ts';
import { findMetricBy, findNamed, SectionError } from './section-names.ts';
import { defaultCards, type SectionSettings } from './section-settings.ts';

export interface PlannedGallery extends PlannedTable {
  readonly type: 'gallery';
}

type Settings = Extract<SectionSettings, { readonly type: 'gallery' }>;

/** Throws SectionError for an unknown name, and for a dimension whose values the system shows no pictures of. */
export function resolveGallery(section: Settings, index: number, connection: ReportConnection): PlannedGallery {
  const { title = null, limit = defaultCards } = section;
  const dimension = findNamed('dimension', section.dimension, connection, index, 'dimension');
  const metrics = section.metrics.map((key) => findMetricBy(dimension, key, connection, index, 'metrics'));
  if (!dimension.pictures) throw withoutPictures(dimension, index, connection);
  return {
    ...{ type: 'gallery', title, connection, dimension, metrics, limit },
    ...(section.sort && { sort: resolveSort(section.sort, metrics, index) }),
  };
}

function withoutPictures(dimension: OfferedDimension, index: number, { name, description }: ReportConnection) {
  const pictured = description.dimensions.filter(({ pictures }) => pictures).map(({ key }) => `"${key}"`);
  const others = pictured.length > 0 ? `Choose ${pictured.join(' or ')}, or show` : 'Show';
  const message = `The section shows pictures, which the connection "${name}" does not have by "${dimension.label}". ${others} a table.`;
  return new SectionError(index, 'dimension', dimension.key, message);
}
