/** What is stale once a watch or an incident has changed. */
export const refreshed = ['listWatches', 'getWatch', 'listIncidents', 'getIncident', 'getOverview'] as const;
