/**
 * The values of columns, each list defined once: table types, schemas, commands and metrics are derived from them. They
 * are next to the tables, below everything that uses them.
 */

/** Those of the public API. */
export const apiTokenKinds = ['live', 'try_it'] as const;
export const tokenKinds = [...apiTokenKinds, 'manage'] as const;
/** What members may do in an account, each what those before it may and more. */
export const roles = ['viewer', 'editor', 'admin', 'owner'] as const;
/** What a token of the management API may do, and what a group of a directory gives: never what an owner may. */
export const tokenRoles = ['viewer', 'editor', 'admin'] as const;
/** How a directory's person came to be a user: made by it, a member of the account before, or known from elsewhere. */
export const scimOrigins = ['made', 'adopted', 'joined'] as const;
/** Who gave a directory's person the role they have. */
export const roleSources = ['directory', 'hand'] as const;
/** By what a session was begun besides a password, or in its place. */
export const sessionFactors = ['passkey', 'code', 'recovery_code'] as const;
export const projectStatuses = ['active', 'archived'] as const;
/** Whether an account's people may or have to come by single sign-on. */
/** What providers of single sign-on speak: OpenID Connect, or SAML 2.0. */
export const signOnProtocols = ['oidc', 'saml'] as const;
export const signOnModes = ['off', 'optional', 'required'] as const;
/** What single sign-on may make of somebody: never an owner. */
export const signOnRoles = ['viewer', 'editor', 'admin'] as const;
export const connectionStatuses = ['connected', 'reauth_required', 'resource_missing'] as const;
/** Who made a connection decides what it may reach. */
export const connectionMakers = ['operator', 'customer'] as const;
export const reportStatuses = ['ready', 'unavailable'] as const;

/** What projects can be found by. */
export const labelKinds = ['tag', 'folder'] as const;

export const jobTypes = ['generation', 'export'] as const;
export const jobStatuses = ['queued', 'running', 'completed', 'blocked', 'failed'] as const;
/** What asked for a job. */
export const jobSources = ['api', 'try_it', 'schedule', 'console'] as const;

export const cadences = ['daily', 'weekdays', 'weekly', 'fortnightly', 'monthly', 'quarterly', 'yearly'] as const;
export const schedulePeriods = [
  ...(['previous-day', 'previous-week', 'previous-month', 'previous-quarter', 'previous-year'] as const),
  ...(['last-7-days', 'last-14-days', 'last-28-days', 'last-30-days', 'last-90-days', 'last-365-days'] as const),
  ...(['week-to-date', 'month-to-date', 'quarter-to-date', 'year-to-date'] as const),
] as const;
/** What readers of a page that is always current may choose from: days that are over, and units that are not. */
export const livePeriods = [
  ...(['last-7-days', 'last-28-days', 'last-30-days', 'last-90-days'] as const),
  ...(['previous-week', 'previous-month', 'previous-quarter', 'previous-year'] as const),
  ...(['this-week', 'this-month', 'this-quarter', 'this-year'] as const),
] as const;
export const shareKinds = ['report', 'live'] as const;
export const scheduleComparisons = ['previous', 'year-before', 'none'] as const;
export const scheduleRunStates = [
  ...(['waiting', 'generating', 'awaiting_approval', 'exporting', 'delivering'] as const),
  ...(['completed', 'not_sent', 'rejected', 'failed'] as const),
] as const;
/** What becomes of a report whose sources have no figures of the last day by the hour that was given. */
export const lateOutcomes = ['send', 'skip'] as const;
/** How waiting for sources ended: all had their figures, it went on without some, or there is no report. */
export const waitEnds = ['fresh', 'without', 'skipped'] as const;
/** What the portfolio shows figures of: this month up to yesterday, the last full month, and the last 30 days. */
export const portfolioPeriods = ['month', 'last_month', 'days'] as const;
export const deliveryWays = ['attachment', 'link'] as const;
/** `unknown`: the mail server may have it, and did not say so; `skipped`: its recipient wants none. */
export const deliveryStates = ['pending', 'sending', 'sent', 'failed', 'unknown', 'skipped'] as const;
/** How a recipient stands in an e-mail's head. */
export const deliveryRoles = ['to', 'cc', 'bcc'] as const;
/** The chats that reports can be posted to. */
export const chatSystems = ['slack', 'teams'] as const;
/** By what a report reaches a recipient of a schedule. */
export const deliverySystems = ['email', ...chatSystems] as const;
/** Why an address gets no e-mail. */
export const unwantedReasons = ['unsubscribed', 'removed', 'refused'] as const;

export const webhookSignings = ['v1', 'v1a'] as const;
export const webhookDeliveryStatuses = ['pending', 'delivered', 'failed'] as const;
/** Why an endpoint gets nothing: somebody switched it off, it answered 410, or nothing but failures for days. */
export const webhookOffReasons = ['by_hand', 'gone', 'failing'] as const;

/** `started`: its generation or export runs. `stopped`: somebody stopped it before it began. */
export const bulkItemStates = ['waiting', 'started', 'done', 'failed', 'stopped'] as const;

/** What a watch looks for. */
export const watchKinds = ['threshold', 'change', 'goal', 'silence', 'unusual'] as const;
/** How a watch stands; `waiting`: not judged yet, `not_enough`: too few days, `problem`: it cannot be judged. */
export const watchStates = ['waiting', 'calm', 'alerting', 'not_enough', 'problem'] as const;
export const incidentStates = ['open', 'closed'] as const;
/** Why an incident is over: the figures are as they should be, or nobody watches for it any more. */
export const incidentCloseReasons = ['recovered', 'watch_changed'] as const;
/** How far a message about an incident went; `unknown` and `skipped` as for deliveries. */
export const noticeStates = ['pending', 'sending', 'sent', 'failed', 'unknown', 'skipped'] as const;
