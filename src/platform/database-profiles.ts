/** What stands between the service and its database: nothing, or a pooler that shares the server's sessions. */
export const databaseProfiles = ['postgres', 'pooled'] as const;
export type DatabaseProfile = (typeof databaseProfiles)[number];
