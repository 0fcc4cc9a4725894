import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { describe, test } from 'node:test';
import type { ConnectorErrorKind } from '../../../src/reporting/connectors/contract.ts';
import type { GrantSecret } from '../../../src/reporting/connectors/hosted/grant.ts';
import { refreshGrant } from '../../../src/reporting/connectors/hosted/refresh-grant.ts';
import { signInProviders } from '../../../src/reporting/connectors/hosted/sign-in/providers.ts';
import { type SignIn, signIns } from '../../../src/reporting/connectors/hosted/sign-in/sign-ins.ts';
import { startAmazonSignIn } from '../../doubles/amazon-sign-in.ts';
import { startGoogleSignIn } from '../../doubles/google-sign-in.ts';
import { startHubSpotSignIn } from '../../doubles/hubspot-sign-in.ts';
import { startLinkedInSignIn } from '../../doubles/linkedin-sign-in.ts';
import { startMailchimpSignIn } from '../../doubles/mailchimp-sign-in.ts';
import { startMetaSignIn } from '../../doubles/meta-sign-in.ts';
import { startMicrosoftSignIn } from '../../doubles/microsoft-sign-in.ts';
import { startPinterestSignIn } from '../../doubles/pinterest-sign-in.ts';
import {
  type OAuthDouble,
  oauthDoubleRedirect,
  oauthDoubleClient as usualClient,
} from '../../doubles/sign-in-double.ts';
import { snowflakeClient, startSnowflakeSignIn } from '../../doubles/snowflake-sign-in.ts';
import { startTikTokSignIn } from '../../doubles/tiktok-sign-in.ts';
import { isError } from '../../support/connector-conformance.ts';
import { localNetwork, openTestContext } from '../../support/connector-context.ts';
import type { JsonHandler } from '../../support/json-server.ts';

const [google, linkedin, meta, tiktok, microsoft, pinterest, amazon, hubspot, mailchimp, snowflake] = await Promise.all(
  [
    startGoogleSignIn(),
    startLinkedInSignIn(),
    startMetaSignIn(),
    startTikTokSignIn(),
    startMicrosoftSignIn(),
    startPinterestSignIn(),
    startAmazonSignIn(),
    startHubSpotSignIn(),
    startMailchimpSignIn(),
    startSnowflakeSignIn(),
  ],
);
const doubles: Readonly<Record<SignIn, OAuthDouble>> = {
  ...{ google, linkedin, meta, tiktok, microsoft, pinterest, amazon, hubspot, mailchimp, snowflake },
};
const clientOf = (signIn: SignIn) => (signIn === 'snowflake' ? snowflakeClient : usualClient);
const scopes = ['read.one', 'read.two'];
const verifier = 'a-verifier-of-the-test-that-is-long-enough-for-it';
const dayMs = 86_400_000;

function openContext(deadline = Date.now() + 60_000) {
  const systemAddresses = { ...localNetwork.systemAddresses };
  for (const signIn of signIns) systemAddresses[`${signIn}-oauth`] = doubles[signIn].url;
  return openTestContext({ network: { ...localNetwork, systemAddresses }, deadline });
}

/** Where the vendor leads the person back to. */
async function ask(signIn: SignIn): Promise<URLSearchParams> {
  await using context = openContext();
  const { hasPkce, authorizationPage } = signInProviders[signIn];
  const challenge = hasPkce ? hash('sha256', verifier, 'base64url') : null;
  const asked = {
    clientId: clientOf(signIn).client_id,
    redirectUri: oauthDoubleRedirect,
    scopes,
    state: 'the state',
    challenge,
  };
  const response = await fetch(authorizationPage(asked, context), { redirect: 'manual' });
  assert.equal(response.status, 302, await response.text());
  const back = new URL(response.headers.get('location') ?? '');
  assert.equal(back.origin + back.pathname, oauthDoubleRedirect);
  assert.equal(back.searchParams.get('state'), 'the state');
  return back.searchParams;
}

async function exchange(signIn: SignIn, own = clientOf(signIn), code?: string, deadline?: number) {
  const { codeParameter, hasPkce, exchange } = signInProviders[signIn];
  const given = code ?? (await ask(signIn)).get(codeParameter) ?? '';
  await using context = openContext(deadline);
  const asked = { code: given, redirectUri: oauthDoubleRedirect, scopes, verifier: hasPkce ? verifier : null };
  return await exchange(asked, own, context);
}

async function refresh(signIn: SignIn, grant: GrantSecret['grant'], own = clientOf(signIn)) {
  await using context = openContext();
  return await refreshGrant(signIn, { grant, client: own }, context);
}

async function revoke(signIn: SignIn, grant: GrantSecret['grant']) {
  await using context = openContext();
  await signInProviders[signIn].revoke?.({ grant, client: clientOf(signIn) }, context);
}

async function under<T>(signIn: SignIn, fault: JsonHandler, work: () => Promise<T>): Promise<T> {
  doubles[signIn].fault = fault;
  try {
    return await work();
  } finally {
    doubles[signIn].fault = null;
  }
}

const status =
  (code: number, headers: Record<string, string> = {}): JsonHandler =>
  (_request, response) => {
    response.writeHead(code, { 'content-type': 'application/json', ...headers });
    response.end('{"error":"user admin may not see /var/lib","message":"user admin"}');
    return undefined;
  };

function refusedAs(kind: ConnectorErrorKind, message: RegExp, waitMs?: number) {
  return (error: Error & { retryAfterMs?: number }) => {
    assert.ok(!/admin|var.lib|Bad Request|OAuthException/.test(error.message), error.message);
    assert.equal(error.retryAfterMs, waitMs);
    return isError(kind, message, usualClient)(error);
  };
}

for (const signIn of signIns) {
  describe(`signing in with ${signIn}`, () => {
    const client = clientOf(signIn);

    test('a code is exchanged once, for tokens and the scopes that were granted', async () => {
      const { codeParameter } = signInProviders[signIn];
      const code = (await ask(signIn)).get(codeParameter) ?? '';
      const granted = await exchange(signIn, client, code);
      assert.deepEqual(
        scopes.filter((scope) => granted.scopes.includes(scope)),
        scopes,
      );
      assert.ok(granted.tokens.access_token.length > 10);
      const again = signIn === 'tiktok' ? 'invalid_config' : 'reauth_required';
      await assert.rejects(exchange(signIn, client, code), refusedAs(again, /again/));
    });

    test('a person’s no leads back with a word for it', async () => {
      doubles[signIn].person = 'declines';
      const back = await ask(signIn);
      doubles[signIn].person = 'grants';
      assert.ok(['access_denied', 'user_cancelled_authorize'].includes(back.get('error') ?? ''));
    });

    test('a wrong secret of the client is the operator’s to mend', async () => {
      const repair = new RegExp(`oauth-clients set ${signIn}`);
      await assert.rejects(exchange(signIn, { ...client, client_secret: 'x' }), refusedAs('invalid_config', repair));
      await assert.rejects(exchange(signIn, { ...client, client_id: 'x' }), refusedAs('invalid_config', repair));
    });

    test('faults that may pass are told as such, with the vendor’s wait and without its words', async () => {
      const code = (await ask(signIn)).get(signInProviders[signIn].codeParameter) ?? '';
      const exchanging = () => exchange(signIn, client, code);
      const wait = status(429, { 'retry-after': '7200' });
      await assert.rejects(under(signIn, wait, exchanging), refusedAs('transient', /429/, 7_200_000));
      await assert.rejects(under(signIn, status(503), exchanging), refusedAs('transient', /./));
      const broken: JsonHandler = (_request, response) => void response.end('<html>user admin');
      await assert.rejects(under(signIn, broken, exchanging), refusedAs('transient', /right now/));
      const half: JsonHandler = (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
        response.write('{"access_token":"', () => response.destroy());
        return undefined;
      };
      await assert.rejects(under(signIn, half, exchanging), refusedAs('transient', /./));
      const silent: JsonHandler = () => new Promise(() => {});
      const stopped = under(signIn, silent, () => exchange(signIn, client, code, Date.now() + 300));
      await assert.rejects(stopped, refusedAs('transient', /./));
      const strange: JsonHandler = () => ({ code: 0, data: { strange: true }, strange: true });
      await assert.rejects(under(signIn, strange, exchanging), refusedAs('transient', /right now/));
      assert.ok(await exchanging());
    });

    const hasRevocation = signInProviders[signIn].revoke !== null;
    test('what is revoked can be revoked again', { skip: !hasRevocation && 'the vendor has no way' }, async () => {
      const { tokens } = await exchange(signIn);
      await revoke(signIn, tokens);
      if (tokens.refresh_token !== null) {
        await assert.rejects(refresh(signIn, tokens), refusedAs('reauth_required', /Sign in again/));
      }
      if (signIn === 'tiktok') await assert.rejects(revoke(signIn, tokens), refusedAs('invalid_config', /TikTok/));
      else await revoke(signIn, tokens);
      await assert.rejects(
        under(signIn, status(503), () => revoke(signIn, tokens)),
        refusedAs('transient', /./),
      );
    });
  });
}

for (const signIn of ['google', 'linkedin', 'microsoft', 'pinterest', 'amazon', 'hubspot', 'snowflake'] as const) {
  const client = clientOf(signIn);

  test(`${signIn}: tokens are renewed as often as the refresh token lives`, async () => {
    const { tokens } = await exchange(signIn);
    const first = await refresh(signIn, tokens);
    assert.notEqual(first.grant.access_token, tokens.access_token);
    const isRotated = signIn === 'microsoft' || signIn === 'pinterest';
    assert.equal(first.grant.refresh_token === tokens.refresh_token, !isRotated, 'kept where none comes along');
    if (isRotated) await assert.rejects(refresh(signIn, tokens), refusedAs('reauth_required', /Sign in again/));
    assert.deepEqual(first.client, client);
    const { grant } = await refresh(signIn, first.grant);
    assert.ok((grant.expires_at ?? 0) > Date.now());
    const wrong = { ...client, client_secret: 'x' };
    await assert.rejects(refresh(signIn, grant, wrong), refusedAs('invalid_config', /oauth-clients set/));
    const wait = status(429, { 'retry-after': '60' });
    await assert.rejects(
      under(signIn, wait, () => refresh(signIn, grant)),
      refusedAs('transient', /429/, 60_000),
    );
  });
}

for (const signIn of ['google', 'linkedin', 'meta', 'microsoft', 'pinterest', 'snowflake'] as const) {
  test(`${signIn}: a scope that a person unticked is not granted`, async () => {
    doubles[signIn].person = 'unticks';
    const { scopes: granted } = await exchange(signIn);
    doubles[signIn].person = 'grants';
    assert.deepEqual([granted.includes('read.one'), granted.includes('read.two')], [true, false]);
  });
}

test('google: without a lasting permission nothing is granted', async () => {
  google.isKnown = true;
  const exchanging = exchange('google');
  await assert.rejects(exchanging, refusedAs('reauth_required', /for a moment only.*myaccount\.google\.com/));
  google.isKnown = false;
});

test('what vendors say of the end of a sign-in is kept', async () => {
  const daysLeft = async (signIn: SignIn) => {
    const { endsAt } = await exchange(signIn);
    return endsAt === null ? null : Math.round((endsAt - Date.now()) / dayMs);
  };
  assert.deepEqual(await Promise.all(signIns.map(daysLeft)), [null, 60, 365, null, null, null, null, null, null, 90]);
  google.isTesting = true;
  linkedin.isPartner = false;
  assert.deepEqual([await daysLeft('google'), await daysLeft('linkedin')], [7, 60]);
  google.isTesting = false;
  linkedin.isPartner = true;
});

test('tokens that cannot be renewed are not', async () => {
  for (const signIn of ['meta', 'tiktok', 'mailchimp'] as const) {
    const { tokens } = await exchange(signIn);
    await assert.rejects(refresh(signIn, tokens), refusedAs('reauth_required', /Sign in again/));
  }
  const passing = { access_token: 'x', refresh_token: null, expires_at: null };
  await assert.rejects(refresh('linkedin', passing), refusedAs('reauth_required', /Sign in again/));
});

test('meta: calls have the proof that the client’s secret is known', async () => {
  await exchange('meta');
  const asked = meta.seen.findLast(({ path }) => path.includes('/me/permissions'));
  assert.match(asked?.query.get('appsecret_proof') ?? '', /^[0-9a-f]{64}$/);
});

test('snowflake: the client’s account is where people and its secret go, and no other text is a host', async () => {
  await using context = openTestContext();
  const { authorizationPage } = signInProviders.snowflake;
  const asked = { redirectUri: oauthDoubleRedirect, scopes: ['refresh_token'], state: 's', challenge: 'c' };
  const page = authorizationPage({ ...asked, clientId: 'my_org-Account1/a/b=' }, context);
  assert.equal(page.origin + page.pathname, 'https://my-org-account1.snowflakecomputing.com/oauth/authorize');
  assert.equal(page.searchParams.get('client_id'), 'a/b=');
  for (const clientId of ['evil.com#/x', 'a@evil.com/x', 'evil.com:80/x', '/x', 'account', 'account/']) {
    assert.throws(() => authorizationPage({ ...asked, clientId }, context), /oauth-clients set snowflake/, clientId);
  }
});
