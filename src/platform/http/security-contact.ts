import type { FastifyInstance } from 'fastify';

/** RFC 9116 section 2.5.5 recommends less than a year. The file is made anew at each request, so it never gets there. */
const goodForMs = 180 * 24 * 60 * 60 * 1000;

interface SecurityContact {
  /** `mailto:…` or `https://…`; null for none, and then there is no file. */
  readonly contact: string | null;
  /** `PUBLIC_URL`; null where it is not known. */
  readonly publicUrl: string | null;
}

/** `/.well-known/security.txt` (RFC 9116): where to report a weakness of this installation. */
export function securityContactRoute(app: FastifyInstance, { contact, publicUrl }: SecurityContact): void {
  if (contact === null) return;
  const path = '/.well-known/security.txt';
  // It names where the file itself lies, which a path before it would not be (section 3).
  const isAtRoot = publicUrl?.startsWith('https:') && new URL(publicUrl).pathname === '/';
  app.get(path, async (_request, reply) => {
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${new Date(Date.now() + goodForMs).toISOString()}`,
      'Preferred-Languages: en',
      ...(isAtRoot ? [`Canonical: ${publicUrl}${path}`] : []),
    ];
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
  });
}
