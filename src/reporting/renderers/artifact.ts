export interface RenderedArtifact {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  /** What the operator should know about this file, such as a fall back from PDF/UA-1; for the log. */
  readonly warnings: readonly string[];
}
