import type { PageRenderer } from '../../reporting/renderers/html/page-renderer.ts';
import type { ReportFront } from '../../reporting/renderers/html/report-front.ts';

/** Of a report whose document cannot be read. */
export const neutralFront: ReportFront = { locale: 'en', name: null, accentColor: null, logo: null };

const mostKept = 200;
/** How long a document that could not be read is not tried again. */
const neutralMs = 60_000;

interface Kept {
  readonly front: ReportFront;
  /** Epoch milliseconds; null for ever, as documents are frozen. */
  readonly until: number | null;
}

/** What reports show of themselves to guests who have not opened them, for those last asked for. */
export class ReportFronts {
  readonly #renderer: PageRenderer;
  /** In order of last use. */
  readonly #kept = new Map<string, Kept>();
  readonly #pending = new Map<string, Promise<ReportFront>>();

  constructor(renderer: PageRenderer) {
    this.#renderer = renderer;
  }

  /** Never rejects: without its document, a report shows nothing of itself. */
  async show(reportId: string, load: () => Promise<Uint8Array | undefined>): Promise<ReportFront> {
    const kept = this.#kept.get(reportId);
    if (kept && (kept.until === null || kept.until > Date.now())) {
      this.#keep(reportId, kept);
      return kept.front;
    }
    const pending = this.#pending.get(reportId) ?? this.#read(reportId, load);
    this.#pending.set(reportId, pending);
    return pending.finally(() => this.#pending.delete(reportId));
  }

  async #read(reportId: string, load: () => Promise<Uint8Array | undefined>): Promise<ReportFront> {
    try {
      const document = await load();
      if (!document) throw new Error('The document is lost');
      const front: ReportFront = JSON.parse(await this.#renderer.render({ document, front: true }));
      this.#keep(reportId, { front, until: null });
      return front;
    } catch {
      this.#keep(reportId, { front: neutralFront, until: Date.now() + neutralMs });
      return neutralFront;
    }
  }

  #keep(reportId: string, kept: Kept): void {
    this.#kept.delete(reportId);
    this.#kept.set(reportId, kept);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > mostKept && oldest !== undefined) this.#kept.delete(oldest);
  }
}
