import type { Picture } from '../logo/picture.ts';
import type { ReportView } from '../view/report-view.ts';
import type { Deck } from './deck.ts';

/** What the sections of a presentation are made of. */
export interface Making {
  readonly view: ReportView;
  readonly deck: Deck;
  /** The drawn pictures of sections by their data URIs; undefined for one that could not be drawn. */
  readonly drawn: ReadonlyMap<string, Picture | undefined>;
}
