import type { Logo } from '../logo.ts';
import type { ReportView } from '../report-view.ts';
import type { Lists } from './lists.ts';
import type { Ids, Pictures } from './pictures.ts';
import type { Relationships } from './relationships.ts';

/** What the parts of a document share while it is made. */
export interface Making {
  readonly view: ReportView;
  readonly logo: Logo | undefined;
  /** What the text refers to. */
  readonly relationships: Relationships;
  readonly pictures: Pictures;
  readonly lists: Lists;
  readonly ids: Ids;
}
