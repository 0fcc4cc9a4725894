/** What is stale once a watch has changed. */
export const refreshed = ['listWatches', 'getWatch', 'listIncidents', 'getIncident', 'getOverview'] as const;
