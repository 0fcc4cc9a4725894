import { makeSecret } from '../accounts/secrets.ts';
import type { ViewerDownload } from '../renderers/html/downloads.ts';
import type { PageRenderer } from '../renderers/html/page-renderer.ts';

/** What differs from guest to guest, and from answer to answer. */
export interface PageFields {
  readonly token: string;
  readonly nonce: string;
}

/** Where they stand in a page that is kept. No document can hold these, as they are never shown. */
const places: PageFields = { token: makeSecret(), nonce: makeSecret() };
/** In characters, of which each takes one byte or two. */
const maxCharacters = 32 * 2 ** 20;

/** Gives a document as JSON in UTF-8; undefined when it is lost. */
export type LoadDocument = () => Promise<Uint8Array | undefined>;
export type ReportFile = Pick<ViewerDownload, 'format' | 'sizeBytes'>;

/**
 * The web pages of reports. A document is frozen, so its page is rendered once and kept while it is among those last asked for,
 * 32 million characters in all.
 */
export class ReportPages {
  readonly #renderer: PageRenderer;
  /** In the order of the last use. */
  readonly #kept = new Map<string, string>();
  readonly #pending = new Map<string, Promise<string | undefined>>();
  #characters = 0;

  constructor(renderer: PageRenderer) {
    this.#renderer = renderer;
  }

  /** The page of a report; undefined when `load` says that its document is lost. Rejects with RenderError. */
  async show(
    reportId: string,
    files: readonly ReportFile[],
    load: LoadDocument,
    { token, nonce }: PageFields,
  ): Promise<string | undefined> {
    const key = [reportId, ...files.map(({ format, sizeBytes }) => `${format}:${sizeBytes}`)].join(' ');
    const page = this.#recall(key) ?? (await this.#renderOnce(key, files, load));
    return page?.replaceAll(places.nonce, nonce).replaceAll(places.token, token);
  }

  #recall(key: string): string | undefined {
    const page = this.#kept.get(key);
    if (page === undefined) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, page);
    return page;
  }

  #renderOnce(key: string, files: readonly ReportFile[], load: LoadDocument): Promise<string | undefined> {
    let page = this.#pending.get(key);
    if (!page) {
      page = this.#render(key, files, load).finally(() => this.#pending.delete(key));
      this.#pending.set(key, page);
    }
    return page;
  }

  async #render(key: string, files: readonly ReportFile[], load: LoadDocument): Promise<string | undefined> {
    const document = await load();
    if (!document) return undefined;
    const downloads = files.map((file) => ({ ...file, href: `${places.token}/download/${file.format}` }));
    const page = await this.#renderer.render({ document, page: { downloads, assets: 'assets', nonce: places.nonce } });
    this.#keep(key, page);
    return page;
  }

  #keep(key: string, page: string): void {
    this.#kept.set(key, page);
    this.#characters += page.length;
    for (const [oldest, { length }] of this.#kept) {
      if (this.#characters <= maxCharacters) return;
      this.#kept.delete(oldest);
      this.#characters -= length;
    }
  }
}
