import type { Comment } from '../../reporting/documents/comments.ts';
import type { ViewerDownload } from '../../reporting/renderers/html/downloads.ts';
import type { PageRenderer } from '../../reporting/renderers/html/page-renderer.ts';
import { RenderError } from '../../reporting/renderers/render-error.ts';
import { makeSecret } from '../accounts/secrets.ts';
import type { ReportRow } from '../reports/reports.ts';
import { FailedPages } from './failed-pages.ts';
import { guestFigures } from './figure-files.ts';

/** The parts that differ between guests and between answers. */
export interface PageFields {
  readonly token: string;
  readonly nonce: string;
  /** The URL, without a trailing slash, of the viewer's files: another one for other addresses of the page. */
  readonly assets: string;
  /** HTML between the head of the page and its report; nothing if absent. */
  readonly bar?: string;
}

/** Their placeholders in a cached page. No document can contain these, as such characters are never shown. */
const places = { token: makeSecret(), nonce: makeSecret(), assets: makeSecret(), bar: makeSecret() };
/** In characters, each of one or two bytes. */
const maxCharacters = 32 * 2 ** 20;

/** Returns a document as JSON in UTF-8 and the commentary on it; undefined when it is lost. */
export type LoadDocument = () => Promise<{ bytes: Uint8Array; comments: readonly Comment[] } | undefined>;
/** A report as it reads now, and whether its page offers the figures; not if absent. */
export type PageReport = Pick<ReportRow, 'id' | 'revision'> & { readonly figures?: boolean };
export type ReportFile = Pick<ViewerDownload, 'format' | 'sizeBytes'>;

/**
 * The web pages of reports. A revision of a report is frozen, so its page is rendered once and cached while it is among
 * the most recently requested, 32 million characters in all. One that fails is not tried again for a while.
 */
export class ReportPages {
  readonly #renderer: PageRenderer;
  /** In order of last use. */
  readonly #kept = new Map<string, string>();
  readonly #pending = new Map<string, Promise<string | undefined>>();
  readonly #failures: FailedPages;
  #characters = 0;

  constructor(renderer: PageRenderer, failures = new FailedPages()) {
    this.#renderer = renderer;
    this.#failures = failures;
  }

  /**
   * The page of a report; undefined when `load` finds its document lost. Rejects with a ServiceError with `Retry-After`
   * when the page fails or failed a short while ago, and with RenderError when too many pages wait.
   */
  async show(
    report: PageReport,
    files: readonly ReportFile[],
    load: LoadDocument,
    { token, nonce, assets, bar = '' }: PageFields,
  ): Promise<string | undefined> {
    const { id, revision, figures = false } = report;
    const key = [id, revision, figures, ...files.map(({ format, sizeBytes }) => `${format}:${sizeBytes}`)].join(' ');
    const page = this.#recall(key) ?? (await this.#renderOnce(key, report, files, load));
    return page
      ?.replaceAll(places.nonce, nonce)
      .replaceAll(places.assets, assets)
      .replaceAll(places.token, token)
      .replace(places.bar, () => bar);
  }

  #recall(key: string): string | undefined {
    const page = this.#kept.get(key);
    if (page === undefined) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, page);
    return page;
  }

  #renderOnce(
    key: string,
    report: PageReport,
    files: readonly ReportFile[],
    load: LoadDocument,
  ): Promise<string | undefined> {
    let page = this.#pending.get(key);
    if (!page) {
      page = this.#tryRender(key, report, files, load).finally(() => this.#pending.delete(key));
      this.#pending.set(key, page);
    }
    return page;
  }

  async #tryRender(key: string, report: PageReport, files: readonly ReportFile[], load: LoadDocument) {
    this.#failures.refuse(report.id);
    try {
      const page = await this.#render(key, report, files, load);
      this.#failures.forget(report.id);
      return page;
    } catch (error) {
      if (!(error instanceof RenderError) || error.kind === 'unavailable') throw error;
      throw this.#failures.record(report.id, error);
    }
  }

  async #render(
    key: string,
    report: PageReport,
    files: readonly ReportFile[],
    load: LoadDocument,
  ): Promise<string | undefined> {
    const loaded = await load();
    if (!loaded) return undefined;
    const { bytes: document, comments } = loaded;
    const linked = <File extends { format: string }>(file: File) => ({
      ...file,
      href: `${places.token}/download/${file.format}`,
    });
    const figures = report.figures ? guestFigures.map((format) => linked({ format })) : [];
    const page = { downloads: files.map(linked), figures, assets: places.assets, nonce: places.nonce, bar: places.bar };
    const html = await this.#renderer.render({ document, comments, page });
    this.#keep(key, html);
    return html;
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
