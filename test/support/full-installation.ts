import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { saveAccountSecurity } from '../../src/domains/account-security/account-security.ts';
import { updateAccount } from '../../src/domains/accounts/accounts.ts';
import { revokeToken } from '../../src/domains/accounts/tokens.ts';
import { insertConnection } from '../../src/domains/connections/connections.ts';
import { setOAuthClient } from '../../src/domains/connections/oauth-clients.ts';
import { insertGrant } from '../../src/domains/connections/oauth-grants.ts';
import { createVault, type Vault } from '../../src/domains/connections/vault.ts';
import { setComment } from '../../src/domains/reports/comments.ts';
import { setHold } from '../../src/domains/retention/legal-holds.ts';
import { saveRetention } from '../../src/domains/retention/retention.ts';
import { addPasskey } from '../../src/domains/second-factors/passkeys.ts';
import { toLiveSettings } from '../../src/domains/shares/live-settings.ts';
import { createLiveShare, createShare } from '../../src/domains/shares/shares.ts';
import type { Database } from '../../src/platform/database/tables.ts';
import { openFileStore } from '../../src/platform/storage/file-store.ts';
import { givenAccount, givenProject, givenToken } from './accounts.ts';
import { givenBulkJob } from './bulk-jobs.ts';
import { givenChannel } from './chat.ts';
import { givenCodeApp } from './one-time-codes.ts';
import { givenExport, givenJob, givenReport, givenRunningJob, smallDocument } from './outcomes.ts';
import { givenMember } from './people.ts';
import { givenPortfolio } from './portfolio.ts';
import type { TestInstallation } from './process.ts';
import { givenSchedule } from './schedules.ts';
import { givenScimTeam } from './scim.ts';
import { givenFollowedTemplate } from './templates.ts';
import { givenWatch } from './watches.ts';
import { givenToldEndpoint } from './webhooks.ts';

interface Contents {
  /** What the installation's secrets are sealed with. */
  readonly vaultKey: Buffer;
  readonly artifactBytes?: number;
  /** How many idempotency keys, under a key of three columns; by default more than a page. */
  readonly keys?: number;
}

/** An installation with a row of every kind, and tricky texts. */
export async function givenFullInstallation(
  { db, dataDir }: TestInstallation,
  { vaultKey, artifactBytes = 100_000, keys = 250 }: Contents,
) {
  const objects = await openFileStore(join(dataDir, 'objects'));
  const account = await givenAccount(db, { perMinute: 1_000, perDay: 10_000, addOns: ['api'] });
  await updateAccount(db, account.id, { allowNetworks: ['10.20.0.0/16'] });
  const security = { allowedNetworks: ['192.0.2.0/24'], sessionIdleMinutes: 60, requireSecondFactor: true };
  await db
    .transaction()
    .execute((transaction) => saveAccountSecurity(transaction, account.id, security, { address: null }));
  const token = await givenToken(db, account.id);
  const revoked = await givenToken(db, account.id);
  await revokeToken(db, revoked.split('.')[0] ?? '');
  const project = await givenProject(db, account, {
    name: 'Ü "quoted" \\ line\u2028separator 航班 🙂',
    tags: ['Ü 🙂'],
    folder: '航班',
  });
  await insertConnection(db, {
    accountId: account.id,
    projectId: project.id,
    system: 'file',
    name: 'Sales',
    config: { path: 'sales.csv' },
    status: 'connected',
    madeBy: 'customer',
    seal: (id) => createVault(vaultKey).seal(id, { password: 'sealed' }),
  });
  const client = { client_id: 'client', client_secret: 'sealed', developer_token: null };
  await setOAuthClient(db, createVault(vaultKey), 'google', client);
  const tokens = { access_token: 'sealed', refresh_token: 'sealed', expires_at: null };
  const grantId = await insertGrant(db, createVault(vaultKey), {
    ...{ accountId: account.id, signIn: 'google', clientId: 'client', scopes: ['read'], endsAt: 4e12 },
    ...{ madeBy: 'operator:test', tokens },
  });
  await insertConnection(db, {
    ...{ accountId: account.id, projectId: project.id, system: 'google-analytics', name: 'Site', config: null },
    ...{ status: 'resource_missing', grantId, seal: () => null },
  });
  await givenFollowedTemplate(db, project);
  await db.transaction().execute(async (transaction) => {
    await saveRetention(transaction, account.id, 24);
    await setHold(transaction, {
      accountId: account.id,
      projectId: project.id,
      reason: 'Ü 🙂',
      madeBy: 'operator:test',
    });
  });
  await givenBulkJob(db, project);
  const now = new Date().toISOString();
  await givenPortfolio(db, project);
  const [user] = await db.selectFrom('users').select('id').limit(1).execute();
  await givenFactors(db, account.id, createVault(vaultKey));
  await givenWatch(db, project, user?.id);
  await givenSchedule(db, project.id, { cadence: 'weekly', day: 1 });
  const document = smallDocument();
  const { reportId } = await givenReport(db, objects, account, project.id, { document });
  const place = { accountId: account.id, document, section: 1 };
  await setComment(db, place, { markdown: 'Well said: Ü 🙂', author: 'operator:test' });
  const bytes = randomBytes(artifactBytes);
  const file = await givenExport(db, objects, account, project.id, { bytes, reportId });
  await createShare(db, reportId, { password: 'correct horse battery', expiresInMs: 60_000 });
  const live = toLiveSettings({ periods: ['last-28-days'], origins: ['https://www.example.com'] });
  await createLiveShare(db, project, live, { password: null, expiresInMs: null });
  await givenToldEndpoint(db, account.id, createVault(vaultKey));
  await givenChannel(db, account.id, {}, createVault(vaultKey));
  await givenScimTeam(db, account.id);
  const running = await givenRunningJob(db, account, project.id, { type: 'generation' });
  const queued = await givenJob(db, account, project.id, { type: 'generation' });
  for (let index = 0; index < keys; index++) {
    const claim = { kind: `kind-${index % 3}`, key: `key-${index}`, fingerprint: 'f', response: '{}', created_at: now };
    await db
      .insertInto('idempotency_keys')
      .values({ account_id: account.id, ...claim })
      .execute();
  }
  return { account, token, revoked, project, reportId, bytes, exportId: file.id, unfinished: [running.id, queued.id] };
}

/** A member with everything that people can sign in with. */
async function givenFactors(db: Database, accountId: string, vault: Vault): Promise<void> {
  const user = await givenMember(db, accountId, {}, { hasPassword: false });
  await givenCodeApp(db, user, vault);
  await addPasskey(db, {
    ...{
      userId: user.id,
      name: 'Laptop',
      credentialId: `Y3JlZGVudGlhbA${user.id}`,
      publicKey: 'a2V5',
      counter: 4_294_967_295,
    },
    ...{ transports: ['internal'], isSynced: true },
  });
}
