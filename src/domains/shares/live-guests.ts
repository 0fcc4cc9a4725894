import type { ReportFront } from '../../reporting/renderers/html/report-front.ts';
import type { LiveSettings } from './live-settings.ts';
import type { PlainPage } from './plain-page.ts';
import type { ShareRow } from './shares.ts';

/** What a guest gets behind a link to a page that is always current. */
export type LiveAnswer =
  | {
      readonly state: 'ready';
      /** Of the document; another document has another one. */
      readonly id: string;
      /** Resolves with undefined when it is lost. */
      readonly load: () => Promise<Uint8Array | undefined>;
      /** HTML that stands between the head of the page and its report. */
      readonly bar: string;
    }
  | {
      readonly state: 'waiting' | 'failed' | 'limited';
      readonly waitMs: number;
      readonly page: (front: ReportFront) => PlainPage;
    };

/** Makes those pages; given by a folder above this one. */
export interface LiveGuests {
  /** With `mayMake` false nothing is asked of a system. */
  answer(
    share: ShareRow,
    live: LiveSettings,
    query: Readonly<Record<string, unknown>>,
    mayMake: boolean,
  ): Promise<LiveAnswer>;
  /** What the page shows of itself before it is opened: a document's language and brand as JSON, by an id that changes with it. */
  front(share: ShareRow): Promise<{ readonly id: string; readonly load: () => Promise<Uint8Array | undefined> }>;
}
