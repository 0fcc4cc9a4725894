import type { Database } from '../../platform/database/tables.ts';
import type { ObjectStore } from '../../platform/storage/object-store.ts';
import { messagesFor } from '../../reporting/documents/messages/messages.ts';
import type { ReportFront } from '../../reporting/renderers/html/report-front.ts';
import { html } from '../../reporting/renderers/text/markup.ts';
import { getBrand } from '../brands/brands.ts';
import { loadBrand } from '../projects/project-brand.ts';
import { getProject } from '../projects/projects.ts';
import type { Settings } from '../projects/schema.ts';
import { frontPage } from '../shares/front-page.ts';
import type { LiveAnswer, LiveGuests } from '../shares/live-guests.ts';
import type { LiveSettings } from '../shares/live-settings.ts';
import type { PlainPage } from '../shares/plain-page.ts';
import type { ShareRow } from '../shares/shares.ts';
import { type Choice, type ChoiceQuery, readChoice } from './choices.ts';
import { liveBar } from './live-bar.ts';
import type { Age, LiveDocuments } from './live-documents.ts';
import { liveTexts } from './live-texts.ts';
import { digest, wantedPage } from './wanted-page.ts';

const refreshSeconds = 2;

interface GuestsContext {
  readonly db: Database;
  readonly objects: ObjectStore;
  readonly documents: LiveDocuments;
  /** Epoch milliseconds. */
  readonly clock?: () => number;
}

/** What guests get behind links to pages that are always current. */
export function liveGuests({ db, objects, documents, clock = Date.now }: GuestsContext): LiveGuests {
  return { answer, front };

  async function answer(
    share: ShareRow,
    live: LiveSettings,
    query: ChoiceQuery,
    mayMake: boolean,
  ): Promise<LiveAnswer> {
    const now = clock();
    let hasFault = false;
    const choose = (timeZone: string): Choice => {
      const read = readChoice(live, query, timeZone);
      hasFault = read.hasFault;
      return read.choice;
    };
    const wanted = await wantedPage(db, share, choose, now);
    const found = await documents.find(share, live, wanted, mayMake);
    if (found.state !== 'ready') {
      return { ...found, page: (front) => unreadyPage(front, found.state, Object.keys(query).length > 0) };
    }
    const { document, age } = found;
    const { locale, time_zone: timeZone } = wanted.draft.project;
    const { choice, today } = wanted;
    return {
      state: 'ready',
      id: document.key,
      load: () => documents.load(document),
      bar: liveBar({ live, choice, document, age, hasFault, locale, timeZone, today, now }),
    };
  }

  async function front({ account_id, project_id }: ShareRow) {
    const { locale, settings: text } = await getProject(db, account_id, project_id);
    const settings = JSON.parse(text) as Settings;
    const { brand, accent_color, logo } = settings;
    const id = `${project_id} ${digest([locale, brand, accent_color, logo, await getBrand(db, account_id)])}`;
    const load = async () => {
      const own = await loadBrand({ db, objects }, account_id, settings);
      return Buffer.from(JSON.stringify({ locale, brand: own }));
    };
    return { id, load };
  }
}

/** In place of figures that are not there: they are being fetched, for which the page asks again by itself, or will not come. */
function unreadyPage(front: ReportFront, state: Age, isChosen: boolean): PlainPage {
  const texts = liveTexts(messagesFor(front.locale).language);
  if (state === 'waiting') {
    const content = html`<p role="status">${texts.waitingText}</p>`;
    return frontPage(front, { status: 202, title: texts.waiting, content, refreshSeconds });
  }
  const [status, title, text] =
    state === 'limited' ? [429, texts.limitedTitle, texts.limited] : [503, texts.failed, texts.failedText];
  // The address without a choice is that of the usual period.
  const content = html`<p role="status">${text}</p>\n${isChosen && html`<p><a href="?">${texts.back}</a></p>`}`;
  return frontPage(front, { status, title, content });
}
