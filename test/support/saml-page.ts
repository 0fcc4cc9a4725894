import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { metadataXml, type Told } from './saml-identity-provider.ts';
import { answerTo, readRequest, samlKey } from './saml-sign-on.ts';

/** A provider's page that sends everybody back as the same person, by a form that sends itself. */
export interface SamlPage extends Disposable {
  readonly metadata: string;
  /** Who comes. */
  person: { readonly nameId: string; readonly attributes: Told['attributes'] };
}

/** Starts it at `localhost`, which browsers take for another site than 127.0.0.1. */
export async function startSamlPage(): Promise<SamlPage> {
  const server = createServer((request, response) => {
    const asked = readRequest(`${url}${request.url}`);
    const { nameId, attributes } = page.person;
    const form = `<form method="post" action="${asked.recipient}">
<input type="hidden" name="SAMLResponse" value="${answerTo(asked, nameId, { attributes })}">
<input type="hidden" name="RelayState" value="${asked.relayState}"></form>
<script>document.forms[0].submit()</script>`;
    response.setHeader('content-type', 'text/html').end(form);
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  const page: SamlPage = {
    metadata: metadataXml([samlKey], { signInUrl: `${url}/sign-in` }),
    person: { nameId: 'nobody', attributes: {} },
    [Symbol.dispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
  return page;
}
