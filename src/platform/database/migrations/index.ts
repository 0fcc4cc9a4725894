import type { Migration } from '../migration.ts';
import { initial } from './0001-initial.ts';
import { requestLimits } from './0002-request-limits.ts';
import { shares } from './0003-shares.ts';
import { schedules } from './0004-schedules.ts';
import { auditLog } from './0005-audit-log.ts';
import { waitingJobs } from './0006-waiting-jobs.ts';
import { fairQueues } from './0007-fair-queues.ts';
import { limitsOfMany } from './0008-limits-of-many.ts';
import { servedQueues } from './0009-served-queues.ts';
import { listsAndAccounts } from './0010-lists-and-accounts.ts';
import { installationMarks } from './0011-installation-marks.ts';
import { heldUpJobs } from './0012-held-up-jobs.ts';
import { authVersion } from './0013-auth-version.ts';
import { jobsInOneStatement } from './0014-jobs-in-one-statement.ts';
import { listCounts } from './0015-list-counts.ts';
import { networks } from './0017-networks.ts';
import { secretLease } from './0018-secret-lease.ts';
import { oauth } from './0019-oauth.ts';
import { people } from './0022-people.ts';
import { brands } from './0023-brands.ts';
import { comments } from './0024-comments.ts';
import { management } from './0025-management.ts';
import { managementOfData } from './0026-management-of-data.ts';
import { uploads } from './0027-uploads.ts';
import { listsOfAccounts } from './0028-lists-of-accounts.ts';
import { scheduleTests } from './0029-schedule-tests.ts';
import { signInLinks } from './0030-sign-in-links.ts';
import { planRevisions } from './0031-plan-revisions.ts';
import { commentAuthors } from './0032-comment-authors.ts';
import { deliveryReasons } from './0033-delivery-reasons.ts';
import { runningJobsAreNotCounted } from './0034-running-jobs-are-not-counted.ts';
import { webhooks } from './0035-webhooks.ts';
import { mails } from './0036-mails.ts';
import { scheduleChoices } from './0037-schedule-choices.ts';
import { chat } from './0038-chat.ts';
import { scheduleFreshness } from './0039-schedule-freshness.ts';
import { listsOfDeliveries } from './0040-lists-of-deliveries.ts';
import { traceContext } from './0041-trace-context.ts';
import { templates } from './0042-templates.ts';
import { labels } from './0043-labels.ts';
import { bulkJobs } from './0044-bulk-jobs.ts';
import { portfolio } from './0046-portfolio.ts';
import { templateReports } from './0047-template-reports.ts';
import { watches } from './0048-watches.ts';
import { incidents } from './0049-incidents.ts';
import { livePages } from './0050-live-pages.ts';
import { portfolioReports } from './0052-portfolio-reports.ts';
import { secondFactors } from './0053-second-factors.ts';
import { singleSignOn } from './0054-single-sign-on.ts';
import { directory } from './0055-directory.ts';
import { accountSecurity } from './0056-account-security.ts';
import { saml } from './0058-saml.ts';
import { retention } from './0060-retention.ts';
import { vacuumOfLargeTables } from './0061-vacuum-of-large-tables.ts';

/** All migrations in the order in which they are applied. A landed one is never changed. */
export const migrations: readonly Migration[] = [
  initial,
  requestLimits,
  shares,
  schedules,
  auditLog,
  waitingJobs,
  fairQueues,
  limitsOfMany,
  servedQueues,
  listsAndAccounts,
  installationMarks,
  heldUpJobs,
  authVersion,
  jobsInOneStatement,
  listCounts,
  networks,
  secretLease,
  oauth,
  people,
  brands,
  comments,
  management,
  managementOfData,
  uploads,
  listsOfAccounts,
  scheduleTests,
  signInLinks,
  planRevisions,
  commentAuthors,
  deliveryReasons,
  runningJobsAreNotCounted,
  webhooks,
  mails,
  scheduleChoices,
  chat,
  scheduleFreshness,
  listsOfDeliveries,
  traceContext,
  templates,
  labels,
  bulkJobs,
  portfolio,
  templateReports,
  watches,
  incidents,
  livePages,
  portfolioReports,
  secondFactors,
  singleSignOn,
  directory,
  accountSecurity,
  saml,
  retention,
  vacuumOfLargeTables,
];
