import type { FastifyInstance } from 'fastify';

const yearMs = 365 * 24 * 60 * 60 * 1000;

/** `/.well-known/security.txt` (RFC 9116) when the operator has named a contact: an address, or a URI. */
export function securityContactRoute(app: FastifyInstance, contact: string | null): void {
  if (contact === null) return;
  const uri = /^[a-z][a-z0-9+.-]*:/i.test(contact) ? contact : `mailto:${contact}`;
  app.get('/.well-known/security.txt', async (_request, reply) => {
    const expires = new Date(Date.now() + yearMs).toISOString();
    return reply.type('text/plain; charset=utf-8').send(`Contact: ${uri}\nExpires: ${expires}\n`);
  });
}
