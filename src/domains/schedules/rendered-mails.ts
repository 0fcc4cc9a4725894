import type { CommentedDocument } from '../../reporting/documents/comments.ts';
import { formatDate } from '../../reporting/documents/format.ts';
import type { ChatOrder } from '../../reporting/renderers/mail/chat-message.ts';
import type { MailOrder, RenderedMail } from '../../reporting/renderers/mail/mail-order.ts';
import { MailRenderer } from '../../reporting/renderers/mail/mail-renderer.ts';
import type { UsualPicture, UsualPictureOrder } from '../../reporting/renderers/mail/usual-picture.ts';
import { makeSecret } from '../accounts/secrets.ts';

/** What differs between the recipients of one e-mail. */
interface OwnLinks {
  readonly link: { readonly address: string; readonly expiresAt: Date } | null;
  readonly unsubscribe: string | null;
}

/** Their places in a kept e-mail. No document can contain these. */
const places = { link: makeSecret(), ends: makeSecret(), unsubscribe: makeSecret() };
const mostKept = 8;

/** The e-mails about reports, and the messages for chats. Recipients of the same one share what is rendered, all but their links. */
export class RenderedMails implements AsyncDisposable {
  readonly #renderer = new MailRenderer();
  readonly #kept = new Map<string, { readonly mail: RenderedMail; readonly locale: string }>();

  /** The e-mail about a report; `revision` names the report as it reads now. Rejects with RenderError, and as `load`. */
  async render(
    revision: string,
    load: () => Promise<CommentedDocument>,
    words: Omit<MailOrder, 'link' | 'unsubscribe'>,
    { link, unsubscribe }: OwnLinks,
  ): Promise<RenderedMail> {
    const key = JSON.stringify([revision, words, link !== null, unsubscribe !== null]);
    const { mail, locale } = this.#kept.get(key) ?? (await this.#make(key, load, words, { link, unsubscribe }));
    const ends = link ? formatDate(link.expiresAt.toISOString().slice(0, 10), locale) : '';
    const own = (text: string) =>
      text
        .replaceAll(places.link, link?.address ?? '')
        .replaceAll(places.ends, ends)
        .replaceAll(places.unsubscribe, unsubscribe ?? '');
    return { ...mail, html: own(mail.html), text: own(mail.text) };
  }

  /** The message about a report for a chat, JSON. Rejects with RenderError. */
  renderChat(document: CommentedDocument, order: ChatOrder): Promise<string> {
    return this.#renderer.renderChat(document, order);
  }

  /** The picture of a metric's last days and what was usual on them. Rejects with RenderError. */
  drawUsual(order: UsualPictureOrder): Promise<UsualPicture> {
    return this.#renderer.drawUsual(order);
  }

  async #make(
    key: string,
    load: () => Promise<CommentedDocument>,
    words: Omit<MailOrder, 'link' | 'unsubscribe'>,
    { link, unsubscribe }: OwnLinks,
  ) {
    const document = await load();
    const mail = await this.#renderer.render(document, {
      ...words,
      link: link && { address: places.link, ends: places.ends },
      unsubscribe: unsubscribe && places.unsubscribe,
    });
    const made = { mail, locale: words.language ?? document.locale };
    const [oldest] = this.#kept.keys();
    if (this.#kept.size >= mostKept && oldest !== undefined) this.#kept.delete(oldest);
    this.#kept.set(key, made);
    return made;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#renderer[Symbol.asyncDispose]();
  }
}
