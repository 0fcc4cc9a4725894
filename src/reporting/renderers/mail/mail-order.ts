/** What one recipient's e-mail says besides the report itself. */
export interface MailOrder {
  /** As its owner wrote them, with placeholders; null for ours, and for no message. */
  readonly subject: string | null;
  readonly message: string | null;
  /** The address of the web page, and the day on which it ends, where a link is sent. */
  readonly link: { readonly address: string; readonly ends: string } | null;
  readonly isAttached: boolean;
  /** BCP 47, where the recipient's language is another than the report's. */
  readonly language?: string | null;
  /** Titles or types of the only sections that the e-mail is about; all if absent. */
  readonly sections?: readonly string[] | null;
  /** Where the recipient says that they want no more; null for a test. */
  readonly unsubscribe: string | null;
}

export interface RenderedMail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** The pictures that the HTML refers to by their `cid`. */
  readonly pictures: readonly MailPicture[];
}

export interface MailPicture {
  readonly cid: string;
  readonly filename: string;
  readonly png: Uint8Array;
}
