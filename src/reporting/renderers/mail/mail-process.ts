import { watchParent } from '../../processes/watch-parent.ts';
import type { MailReply, MailRequest } from './mail-renderer.ts';
import { renderChat } from './render-chat.ts';
import { renderMail } from './render-mail.ts';
import { drawUsualPicture } from './usual-picture.ts';

process.on('message', async (request: MailRequest) => {
  const reply: MailReply = await answer(request).catch((error: unknown) => ({
    failure: error instanceof Error ? error.message : String(error),
  }));
  process.send?.(reply);
});

async function answer(request: MailRequest): Promise<MailReply> {
  if ('usual' in request) return { picture: await drawUsualPicture(request.usual) };
  if ('chat' in request) return { message: await renderChat(request.document, request.chat) };
  return { mail: await renderMail(request.document, request.order) };
}

// A signal to the whole process group must not end an e-mail that the parent still waits for.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
watchParent();
