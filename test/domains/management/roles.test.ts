import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { saveAccountSecurity } from '../../../src/domains/account-security/account-security.ts';
import { givenAccount, givenProject, givenToken } from '../../support/accounts.ts';
import { engines } from '../../support/databases.ts';
import { givenManageToken, givenSession, givenSignedIn } from '../../support/manage.ts';
import { AnswerChecker } from '../../support/openapi.ts';
import { givenMember, givenUser } from '../../support/people.ts';
import { suiteService } from '../../support/service.ts';
import { test, usually } from '../../support/suite.ts';
import { everyOperation } from '../../support/walk.ts';

type Who = 'anybody' | 'signedIn' | 'person' | 'viewer' | 'editor' | 'admin' | 'owner' | 'operator';
interface Row {
  /** The least that may. */
  readonly who: Who;
  readonly stepUp?: true;
  readonly peopleOnly?: true;
  /** Answers 404 to members limited to projects. */
  readonly wholeAccount?: true;
}

/** Who may do what. An operation without a row fails the test. */
const rows: Readonly<Record<string, Row>> = {
  getSession: { who: 'signedIn' },
  signIn: { who: 'anybody' },
  switchAccount: { who: 'person' },
  signOut: { who: 'person' },
  listSessions: { who: 'person' },
  endSession: { who: 'person' },
  listPasskeys: { who: 'person' },
  preparePasskey: { who: 'person', stepUp: true },
  createPasskey: { who: 'person', stepUp: true },
  updatePasskey: { who: 'person' },
  removePasskey: { who: 'person', stepUp: true },
  listSecondFactors: { who: 'person' },
  beginSecondFactor: { who: 'person', stepUp: true },
  confirmSecondFactor: { who: 'person', stepUp: true },
  removeSecondFactor: { who: 'person', stepUp: true },
  getRecoveryCodes: { who: 'person' },
  createRecoveryCodes: { who: 'person', stepUp: true },
  preparePasskeySignIn: { who: 'anybody' },
  signInByPasskey: { who: 'anybody' },
  listMembers: { who: 'admin' },
  getMember: { who: 'admin' },
  updateMember: { who: 'admin', stepUp: true, peopleOnly: true },
  removeMember: { who: 'admin', stepUp: true, peopleOnly: true },
  endSessionsOfMember: { who: 'admin', peopleOnly: true },
  listInvitations: { who: 'admin' },
  createInvitation: { who: 'admin', stepUp: true, peopleOnly: true },
  revokeInvitation: { who: 'admin', peopleOnly: true },
  getSingleSignOn: { who: 'owner', peopleOnly: true },
  setSingleSignOn: { who: 'owner', stepUp: true, peopleOnly: true },
  removeSingleSignOn: { who: 'owner', stepUp: true, peopleOnly: true },
  testSingleSignOn: { who: 'owner', stepUp: true, peopleOnly: true },
  getOwnSignOn: { who: 'person' },
  linkSignOn: { who: 'person', stepUp: true },
  unlinkSignOn: { who: 'person', stepUp: true },
  confirmSignOn: { who: 'person' },
  getDirectory: { who: 'owner', peopleOnly: true },
  updateDirectory: { who: 'owner', stepUp: true, peopleOnly: true },
  listDirectoryGroups: { who: 'owner', peopleOnly: true },
  getDirectoryGroup: { who: 'owner', peopleOnly: true },
  updateDirectoryGroup: { who: 'owner', stepUp: true, peopleOnly: true },
  listScimTokens: { who: 'owner', peopleOnly: true },
  createScimToken: { who: 'owner', stepUp: true, peopleOnly: true },
  revokeScimToken: { who: 'owner', stepUp: true, peopleOnly: true },
  listTokens: { who: 'admin' },
  createToken: { who: 'admin', stepUp: true },
  revokeToken: { who: 'admin', stepUp: true },
  getSecurity: { who: 'admin' },
  getRetention: { who: 'admin', wholeAccount: true },
  previewRetention: { who: 'admin', wholeAccount: true },
  updateRetention: { who: 'owner', stepUp: true, peopleOnly: true },
  listLegalHolds: { who: 'admin', wholeAccount: true },
  setLegalHold: { who: 'owner', stepUp: true, peopleOnly: true },
  endLegalHold: { who: 'owner', stepUp: true, peopleOnly: true },
  updateSecurity: { who: 'owner', stepUp: true, peopleOnly: true },
  getUsage: { who: 'viewer', wholeAccount: true },
  listAudit: { who: 'admin' },
  downloadAudit: { who: 'admin' },
  listAccounts: { who: 'operator', stepUp: true },
  getAccount: { who: 'operator', stepUp: true },
  createAccount: { who: 'operator', stepUp: true },
  updateAccount: { who: 'operator', stepUp: true },
  listPlans: { who: 'operator', stepUp: true },
  getPlan: { who: 'operator', stepUp: true },
  createPlan: { who: 'operator', stepUp: true },
  updatePlan: { who: 'operator', stepUp: true },
  removePlan: { who: 'operator', stepUp: true },
  listOAuthClients: { who: 'operator', stepUp: true },
  setOAuthClient: { who: 'operator', stepUp: true },
  removeOAuthClient: { who: 'operator', stepUp: true },
  diagnose: { who: 'operator', stepUp: true },
  listAllAudit: { who: 'operator', stepUp: true },
  getOverview: { who: 'viewer' },
  listPortfolio: { who: 'viewer' },
  refreshPortfolio: { who: 'editor' },
  orderPortfolioReport: { who: 'editor', wholeAccount: true },
  getPortfolioSettings: { who: 'viewer', wholeAccount: true },
  updatePortfolioSettings: { who: 'admin' },
  listWatches: { who: 'viewer' },
  getWatch: { who: 'viewer' },
  createWatch: { who: 'editor' },
  tryWatch: { who: 'editor' },
  updateWatch: { who: 'editor' },
  removeWatch: { who: 'editor' },
  listIncidents: { who: 'viewer' },
  getIncident: { who: 'viewer' },
  acknowledgeIncident: { who: 'editor' },
  snoozeIncident: { who: 'editor' },
  commentIncident: { who: 'editor' },
  getAlertSettings: { who: 'person' },
  updateAlertSettings: { who: 'person' },
  listAllJobs: { who: 'viewer' },
  listTags: { who: 'viewer' },
  updateTag: { who: 'editor', wholeAccount: true },
  removeTag: { who: 'editor', wholeAccount: true },
  copyProject: { who: 'editor', wholeAccount: true },
  matchResources: { who: 'editor', wholeAccount: true },
  importProjects: { who: 'editor', wholeAccount: true },
  updateProfile: { who: 'person' },
  changePassword: { who: 'person' },
  exportProfile: { who: 'person' },
  listProjects: { who: 'viewer' },
  getProject: { who: 'viewer' },
  createProject: { who: 'editor', wholeAccount: true },
  updateProject: { who: 'editor' },
  archiveProject: { who: 'editor' },
  restoreProject: { who: 'editor' },
  listReports: { who: 'viewer' },
  getReport: { who: 'viewer' },
  listJobs: { who: 'viewer' },
  getJob: { who: 'viewer' },
  listUploads: { who: 'viewer', wholeAccount: true },
  getUpload: { who: 'viewer', wholeAccount: true },
  addUpload: { who: 'editor', wholeAccount: true },
  replaceUpload: { who: 'editor', wholeAccount: true },
  removeUpload: { who: 'editor', wholeAccount: true },
  createPreview: { who: 'editor' },
  preparePreview: { who: 'editor' },
  showPreview: { who: 'editor' },
  startGenerationJob: { who: 'editor' },
  getGenerationJob: { who: 'viewer' },
  startExportJob: { who: 'editor' },
  getExportJob: { who: 'viewer' },
  downloadExport: { who: 'viewer' },
  listConnections: { who: 'viewer' },
  listProjectConnections: { who: 'viewer' },
  getConnection: { who: 'viewer' },
  createConnection: { who: 'editor' },
  updateConnection: { who: 'editor' },
  verifyConnection: { who: 'editor' },
  removeConnection: { who: 'editor' },
  getSystemCatalog: { who: 'viewer' },
  listSystems: { who: 'viewer' },
  proposeConnection: { who: 'editor' },
  proposeForConnection: { who: 'editor' },
  getSourceFigures: { who: 'editor' },
  listSystemResources: { who: 'editor' },
  listConnectionResources: { who: 'editor' },
  getConnectionCatalog: { who: 'viewer' },
  getConnectionFigures: { who: 'viewer' },
  authorizeNewConnection: { who: 'editor' },
  authorizeConnection: { who: 'editor' },
  getAuthorization: { who: 'editor' },
  listGrants: { who: 'editor', wholeAccount: true },
  listGrantResources: { who: 'editor', wholeAccount: true },
  revokeGrant: { who: 'editor', wholeAccount: true },
  listSchedules: { who: 'viewer' },
  listProjectSchedules: { who: 'viewer' },
  getSchedule: { who: 'viewer' },
  createSchedule: { who: 'editor' },
  updateSchedule: { who: 'editor' },
  removeSchedule: { who: 'editor' },
  listScheduleRuns: { who: 'viewer' },
  planSchedule: { who: 'viewer' },
  testSchedule: { who: 'editor', peopleOnly: true },
  removeRecipient: { who: 'editor' },
  listDeliveries: { who: 'viewer' },
  getDelivery: { who: 'viewer' },
  getMailing: { who: 'viewer' },
  sendDelivery: { who: 'editor' },
  listUnwantedAddresses: { who: 'admin', wholeAccount: true },
  removeUnwantedAddress: { who: 'admin', wholeAccount: true },
  getReportApproval: { who: 'viewer' },
  releaseScheduleRun: { who: 'editor' },
  rejectScheduleRun: { who: 'editor' },
  listShares: { who: 'viewer' },
  listReportShares: { who: 'viewer' },
  getShare: { who: 'viewer' },
  createShare: { who: 'editor' },
  createLiveShare: { who: 'editor' },
  updateShare: { who: 'editor' },
  keepLivePage: { who: 'editor' },
  listProjectShares: { who: 'viewer' },
  revokeShare: { who: 'editor' },
  getBrand: { who: 'viewer', wholeAccount: true },
  updateBrand: { who: 'admin' },
  removeBrand: { who: 'admin' },
  getPicture: { who: 'viewer' },
  listComments: { who: 'viewer' },
  writeComment: { who: 'editor' },
  downloadFigures: { who: 'viewer' },
  showReportPage: { who: 'viewer' },
  listChatChannels: { who: 'viewer', wholeAccount: true },
  getChatChannel: { who: 'viewer', wholeAccount: true },
  createChatChannel: { who: 'admin', stepUp: true },
  updateChatChannel: { who: 'admin', stepUp: true },
  removeChatChannel: { who: 'admin' },
  testChatChannel: { who: 'admin' },
  listWebhooks: { who: 'viewer', wholeAccount: true },
  getWebhook: { who: 'viewer', wholeAccount: true },
  createWebhook: { who: 'admin', stepUp: true },
  updateWebhook: { who: 'admin' },
  removeWebhook: { who: 'admin' },
  rotateWebhookSecret: { who: 'admin', stepUp: true },
  testWebhook: { who: 'admin' },
  resendWebhook: { who: 'admin' },
  listWebhookDeliveries: { who: 'viewer', wholeAccount: true },
  getWebhookDelivery: { who: 'viewer', wholeAccount: true },
  resendWebhookDelivery: { who: 'admin' },
  getLibraryPicture: { who: 'viewer', wholeAccount: true },
  listLibraryTemplates: { who: 'viewer', wholeAccount: true },
  listTemplates: { who: 'viewer', wholeAccount: true },
  getTemplateFile: { who: 'viewer', wholeAccount: true },
  importTemplate: { who: 'editor', wholeAccount: true },
  getTemplate: { who: 'viewer', wholeAccount: true },
  createTemplate: { who: 'editor', wholeAccount: true },
  updateTemplate: { who: 'editor', wholeAccount: true },
  publishTemplate: { who: 'editor', wholeAccount: true },
  listTemplateRevisions: { who: 'viewer', wholeAccount: true },
  compareTemplateRevision: { who: 'viewer', wholeAccount: true },
  getTemplateRevision: { who: 'viewer', wholeAccount: true },
  restoreTemplateRevision: { who: 'editor', wholeAccount: true },
  removeTemplate: { who: 'editor', wholeAccount: true },
  getProjectTemplate: { who: 'viewer' },
  setProjectTemplate: { who: 'editor' },
  detachProject: { who: 'editor' },
  listBulkJobs: { who: 'viewer' },
  createBulkJob: { who: 'editor' },
  getBulkJob: { who: 'viewer' },
  listBulkItems: { who: 'viewer' },
  stopBulkJob: { who: 'editor' },
  retryBulkJob: { who: 'editor' },
  takeBulkLinks: { who: 'editor' },
};

const ladder = ['viewer', 'editor', 'admin', 'owner'] as const;
type Rung = (typeof ladder)[number];

/** What is refused to somebody, as status and code; undefined when they may. */
function refusalOf(
  row: Row,
  caller: { role: Rung | null; isPerson: boolean; isOperator?: boolean; isStale?: boolean },
) {
  if (row.who === 'anybody' || row.who === 'signedIn') return undefined;
  const isHighEnough =
    row.who === 'operator'
      ? caller.isOperator === true
      : row.who === 'person' || (caller.role !== null && ladder.indexOf(caller.role) >= ladder.indexOf(row.who));
  const isPersonal = row.who === 'person' || row.peopleOnly === true;
  if (!isHighEnough || (isPersonal && !caller.isPerson)) return '403 insufficient_role';
  return row.stepUp && caller.isPerson && caller.isStale ? '403 step_up_required' : undefined;
}

for (const engine of usually(engines, ['sqlite'])) {
  describe(`${engine}: every role and every operation`, async () => {
    const service = await suiteService(engine);
    const { db } = service;
    const { body: document } = await service.call('GET', '/manage/v1/openapi.json');
    const operations = everyOperation(document).filter(({ name }) => rows[name]?.who !== 'anybody');
    const checker = new AnswerChecker(document);
    const account = await givenAccount(db);
    const mine = await givenProject(db, account);

    test('every operation has its row, and every row its operation', () => {
      assert.deepEqual(
        everyOperation(document)
          .map(({ name }) => name)
          .toSorted(),
        Object.keys(rows).toSorted(),
      );
    });

    /** Asks each operation by a caller who is new each time, and compares what they are refused. */
    const check = async (
      caller: () => Promise<{ readonly token?: string; readonly headers?: Readonly<Record<string, string>> }>,
      expected: (row: Row) => string | undefined,
    ) => {
      for (const { name, method, path, ...rest } of operations) {
        const request = 'body' in rest ? { body: rest.body } : {};
        const answer = await service.call(method, path, { ...(await caller()), ...request });
        assert.deepEqual(checker.faults(method, path, answer), []);
        const { status, body } = answer;
        const code = body?.error?.code;
        const refusal = status === 401 || status === 403 ? `${status} ${code}` : undefined;
        assert.equal(refusal, expected(rows[name] ?? assert.fail(name)), name);
      }
    };

    for (const role of ladder) {
      test(`what a person of role ${role} may, and what a long time after signing in`, async () => {
        const user = await givenMember(db, account.id, { role });
        await check(
          () => givenSession(db, user),
          (row) => refusalOf(row, { role, isPerson: true }),
        );
        await check(
          () => givenSession(db, user, Date.now() - 11 * 60_000),
          (row) => refusalOf(row, { role, isPerson: true, isStale: true }),
        );
      });
    }

    for (const role of ['viewer', 'editor', 'admin'] as const) {
      test(`what a token of role ${role} may`, async () => {
        const token = await givenManageToken(db, account.id, role);
        await check(
          async () => ({ token }),
          (row) => refusalOf(row, { role, isPerson: false }),
        );
      });
    }

    test('operators who are no members may administer, and nothing in an account', async () => {
      const operator = await givenUser(db, { isOperator: true });
      await check(
        () => givenSession(db, operator),
        (row) => refusalOf(row, { role: null, isPerson: true, isOperator: true }),
      );
    });

    test('from outside the networks of an account nothing of it is open, and all that is about the person', async () => {
      const closed = await givenAccount(db);
      const user = await givenMember(db, closed.id);
      await db
        .transaction()
        .execute((transaction) =>
          saveAccountSecurity(transaction, closed.id, { allowedNetworks: ['192.0.2.0/24'] }, { address: null }),
        );
      await check(
        () => givenSession(db, user),
        ({ who }) => {
          if (who === 'operator') return '403 insufficient_role';
          return who === 'signedIn' || who === 'person' ? undefined : '403 network_not_allowed';
        },
      );
    });

    test('nobody, and a token of the public API, get nothing but 401', async () => {
      const token = await givenToken(db, account.id);
      await check(
        async () => ({}),
        () => '401 unauthorized',
      );
      await check(
        async () => ({ token }),
        () => '401 unauthorized',
      );
    });

    test('what is of the account as a whole is not there for a member limited to projects', async () => {
      const member = await givenSignedIn(db, account.id, { role: 'editor', projectIds: [mine.id] });
      for (const { name, method, path, ...rest } of operations) {
        const row = rows[name] ?? assert.fail(name);
        if (!row.wholeAccount && row.who !== 'admin' && row.who !== 'owner') continue;
        const request = 'body' in rest ? { body: rest.body } : {};
        const { status, body } = await service.call(method, path, { headers: member.headers, ...request });
        assert.equal(`${status} ${body.error?.code}`, '404 not_found', name);
      }
    });

    test('the document says of each operation who may', () => {
      for (const { name, operation } of everyOperation(document)) {
        const row = rows[name] ?? assert.fail(name);
        const role = ['anybody', 'signedIn', 'person'].includes(row.who) ? null : row.who;
        const access = (operation as unknown as Record<string, object>)['x-access'];
        assert.deepEqual(
          access,
          {
            ...{ role, step_up: row.stepUp ?? false, whole_account: row.wholeAccount ?? false },
            ...{ people_only: row.peopleOnly ?? row.who === 'person', open: row.who === 'anybody' },
          },
          name,
        );
      }
    });
  });
}
