// The interactive reference. Everything comes from, and every request goes to, the address that this page came from.
const { home, document: path } = document.getElementById('reference').dataset;
const base = new URL(home, location.href);
const response = await fetch(new URL(path, base));
const description = await response.json();

description.servers = [{ url: base.href.replace(/\/$/, ''), description: 'This installation' }];

// What stands in an example would be sent as it is: optional headers start empty, and the key is new on each visit.
for (const parameter of Object.values(description.components.parameters)) {
  if (parameter.in === 'header') parameter.example = undefined;
}
const random = crypto.getRandomValues(new Uint8Array(16));
description.components.parameters.IdempotencyKey.example = Array.from(random, (byte) =>
  byte.toString(16).padStart(2, '0'),
).join('');

// The headers of every counted answer are told once, in the introduction and the guides, not under each answer.
const [{ get: first }] = Object.values(description.paths).filter(({ get }) => get);
const shared = Object.fromEntries(
  Object.entries(first.responses[200].headers).filter(([name]) => /^(Cache|RateLimit|Referrer|X-)/.test(name)),
);
const responses = [
  ...Object.values(description.components.responses),
  ...Object.values(description.paths)
    .flatMap(Object.values)
    .flatMap((operation) => Object.values(operation.responses)),
];
const sharedNames = Object.keys(shared);
for (const { headers } of responses) {
  for (const name of sharedNames) if (headers) delete headers[name];
}

globalThis.SwaggerUIBundle({
  spec: description,
  domNode: document.getElementById('reference'),
  deepLinking: true,
  persistAuthorization: false,
  validatorUrl: 'none',
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
});
