/**
 * Why a document was not rendered: `failed` (the renderer refused the document; the same document fails again),
 * `crashed` (the render process ended), `timed_out` (the deadline passed and the process was killed),
 * `unavailable` (the queue is full or the pool is closed; the document was not tried).
 */
export type RenderErrorKind = 'crashed' | 'timed_out' | 'failed' | 'unavailable';

export class RenderError extends Error {
  override readonly name = 'RenderError';
  readonly kind: RenderErrorKind;

  constructor(kind: RenderErrorKind, message: string, options: { readonly cause?: unknown } = {}) {
    super(message, options);
    this.kind = kind;
  }
}
