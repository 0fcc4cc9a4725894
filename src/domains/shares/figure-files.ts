import type { FigureFormat } from '../../reporting/renderers/figures/formats.ts';
import type { PageRenderer } from '../../reporting/renderers/html/page-renderer.ts';
import { RenderError } from '../../reporting/renderers/render-error.ts';
import { FailedPages } from './failed-pages.ts';

/** What guests may download the figures as, where their link allows it. */
export const guestFigures = ['csv', 'xlsx'] as const;
export type GuestFigures = (typeof guestFigures)[number];

/**
 * Files with the figures of reports, made beside the pages of guests. Those who ask at the same time get one file; one
 * that fails is not tried again for a while.
 */
export class FigureFiles {
  readonly #renderer: PageRenderer;
  readonly #pending = new Map<string, Promise<Uint8Array | undefined>>();
  readonly #failures = new FailedPages();

  constructor(renderer: PageRenderer) {
    this.#renderer = renderer;
  }

  /**
   * The file; undefined when `load` finds the document lost. Rejects with a ServiceError with `Retry-After` when it fails
   * or failed a short while ago, and with RenderError when too many pages wait.
   */
  make(
    reportId: string,
    format: FigureFormat,
    load: () => Promise<Uint8Array | undefined>,
  ): Promise<Uint8Array | undefined> {
    const key = `${reportId} ${format}`;
    let file = this.#pending.get(key);
    if (!file) {
      file = this.#try(key, format, load).finally(() => this.#pending.delete(key));
      this.#pending.set(key, file);
    }
    return file;
  }

  async #try(key: string, figures: FigureFormat, load: () => Promise<Uint8Array | undefined>) {
    this.#failures.refuse(key);
    try {
      const document = await load();
      const file = document && (await this.#renderer.figures({ document, figures }));
      this.#failures.forget(key);
      return file;
    } catch (error) {
      if (!(error instanceof RenderError) || error.kind === 'unavailable') throw error;
      throw this.#failures.record(key, error);
    }
  }
}
