/**
 * The values of columns, each list defined once: table types, schemas, commands and metrics are derived from them. They
 * are next to the tables, below everything that uses them.
 */

/** Those of the public API. */
export const apiTokenKinds = ['live', 'try_it'] as const;
export const tokenKinds = [...apiTokenKinds, 'manage'] as const;
/** What members may do in an account, each what those before it may and more. */
export const roles = ['viewer', 'editor', 'admin', 'owner'] as const;
/** What a token of the management API may do: never what an owner may. */
export const tokenRoles = ['viewer', 'editor', 'admin'] as const;
export const projectStatuses = ['active', 'archived'] as const;
export const connectionStatuses = ['connected', 'reauth_required', 'resource_missing'] as const;
/** Who made a connection decides what it may reach. */
export const connectionMakers = ['operator', 'customer'] as const;
export const reportStatuses = ['ready', 'unavailable'] as const;

export const jobTypes = ['generation', 'export'] as const;
export const jobStatuses = ['queued', 'running', 'completed', 'blocked', 'failed'] as const;
/** What asked for a job. */
export const jobSources = ['api', 'try_it', 'schedule', 'console'] as const;

export const cadences = ['daily', 'weekly', 'monthly'] as const;
export const schedulePeriods = ['previous-day', 'previous-week', 'previous-month'] as const;
export const scheduleComparisons = ['previous', 'year-before', 'none'] as const;
export const deliveryWays = ['attachment', 'link'] as const;
