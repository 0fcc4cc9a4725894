import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { CommentedDocument } from '../../documents/comments.ts';
import { RenderError } from '../render-error.ts';
import type { ChatOrder } from './chat-message.ts';
import type { MailOrder, RenderedMail } from './mail-order.ts';
import type { UsualPicture, UsualPictureOrder } from './usual-picture.ts';

export type MailRequest =
  | ({ readonly document: CommentedDocument } & ({ readonly order: MailOrder } | { readonly chat: ChatOrder }))
  | { readonly usual: UsualPictureOrder };

type Rendered = { readonly mail: RenderedMail } | { readonly message: string } | { readonly picture: UsualPicture };
export type MailReply = Rendered | { readonly failure: string };

const program = fileURLToPath(new URL('./mail-process.ts', import.meta.url));
const processOptions = {
  execArgv: ['--max-old-space-size=512'],
  // It gets none of the service's environment, which holds secrets.
  env: { MALLOC_ARENA_MAX: '1' },
  serialization: 'advanced' as const,
  stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
} satisfies ForkOptions;

/**
 * Renders e-mails, and messages for chats, in a process of its own, since its pictures are drawn by native code: one at a time, in the order of
 * the calls. The process starts with the first e-mail, ends when none came for a while, and is replaced after a fault.
 */
export class MailRenderer implements AsyncDisposable {
  readonly #deadlineMs: number;
  readonly #idleMs: number;
  #last: Promise<unknown> = Promise.resolve();
  #process: ChildProcess | undefined;
  #idle: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor({
    deadlineMs = 20_000,
    idleMs = 60_000,
  }: { readonly deadlineMs?: number; readonly idleMs?: number } = {}) {
    this.#deadlineMs = deadlineMs;
    this.#idleMs = idleMs;
  }

  /** The e-mail about a report. Rejects with RenderError. */
  async render(document: CommentedDocument, order: MailOrder): Promise<RenderedMail> {
    const reply = await this.#inTurn({ document, order });
    if ('mail' in reply) return reply.mail;
    throw new RenderError('failed', 'The process rendered something else.');
  }

  /** The message about a report for a chat, JSON. Rejects with RenderError. */
  async renderChat(document: CommentedDocument, chat: ChatOrder): Promise<string> {
    const reply = await this.#inTurn({ document, chat });
    if ('message' in reply) return reply.message;
    throw new RenderError('failed', 'The process rendered something else.');
  }

  /** The picture of a metric's last days and what was usual on them. Rejects with RenderError. */
  async drawUsual(usual: UsualPictureOrder): Promise<UsualPicture> {
    const reply = await this.#inTurn({ usual });
    if ('picture' in reply) return reply.picture;
    throw new RenderError('failed', 'The process rendered something else.');
  }

  #inTurn(request: MailRequest): Promise<Rendered> {
    const rendered = this.#last.then(() => this.#render(request));
    this.#last = rendered.catch(() => {});
    return rendered;
  }

  async #render(request: MailRequest): Promise<Rendered> {
    if (this.#isClosed) throw new RenderError('unavailable', 'The renderer of e-mails is closed.');
    clearTimeout(this.#idle);
    this.#process ??= this.#start();
    const reply = await this.#ask(this.#process, request);
    this.#idle = setTimeout(() => this.#end(), this.#idleMs).unref();
    if ('failure' in reply) throw new RenderError('failed', reply.failure);
    return reply;
  }

  #start(): ChildProcess {
    const started = fork(program, processOptions);
    // A process that could not be started or written to is told by its end.
    started.on('error', () => {});
    return started;
  }

  async #ask(asked: ChildProcess, request: MailRequest): Promise<MailReply> {
    const over = new AbortController();
    const late = AbortSignal.timeout(this.#deadlineMs);
    const signal = AbortSignal.any([over.signal, late]);
    const answer = once(asked, 'message', { signal }).then(([reply]) => reply as MailReply);
    const ended = once(asked, 'exit', { signal }).then((): MailReply => {
      throw new RenderError('crashed', 'The process that renders e-mails ended.');
    });
    try {
      asked.send(request, () => {});
      return await Promise.race([answer, ended]);
    } catch (cause) {
      this.#end();
      if (cause instanceof RenderError) throw cause;
      throw new RenderError('timed_out', `The e-mail was not rendered within ${this.#deadlineMs} ms.`, { cause });
    } finally {
      over.abort();
      await Promise.allSettled([answer, ended]);
    }
  }

  #end(): void {
    clearTimeout(this.#idle);
    this.#process?.kill('SIGKILL');
    this.#process = undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    this.#end();
    await this.#last;
  }
}
