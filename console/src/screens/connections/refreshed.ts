/** What shows connections, and is stale once one has changed. */
export const listsOfConnections = [
  'listConnections',
  'listProjectConnections',
  'getConnection',
  'getConnectionCatalog',
  'getConnectionFigures',
  'getProject',
  'getOverview',
  'listGrants',
] as const;
