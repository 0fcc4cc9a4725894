import type { Logo } from '../logo/logo.ts';
import type { Picture } from '../logo/picture.ts';
import type { Relationships } from '../office/relationships.ts';
import type { ReportView } from '../view/report-view.ts';
import type { Lists } from './lists.ts';
import type { Ids, Pictures } from './pictures.ts';

/** Shared by the parts of a document while it is being made. */
export interface Making {
  readonly view: ReportView;
  readonly logo: Logo | undefined;
  /** The picture across the cover. */
  readonly cover: Picture | undefined;
  /** The drawn pictures of sections by their data URIs; undefined for one that could not be drawn. */
  readonly drawn: ReadonlyMap<string, Picture | undefined>;
  /** What the text refers to. */
  readonly relationships: Relationships;
  readonly pictures: Pictures;
  readonly lists: Lists;
  readonly ids: Ids;
}
