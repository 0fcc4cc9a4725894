import { type Static, Type } from 'typebox';

const name = Type.String({ minLength: 1, maxLength: 255 });
const text = Type.String({ minLength: 1, maxLength: 10_000 });

/** Where a SQL warehouse is. */
export const databricksPlace = {
  /** The host of the workspace, such as `dbc-a1b2c3d4-e5f6.cloud.databricks.com`. */
  workspace: Type.String({
    pattern:
      '^[a-z0-9][a-z0-9.-]{0,80}[a-z0-9]\\.(?:cloud\\.databricks\\.com|gcp\\.databricks\\.com|azuredatabricks\\.net)$',
  }),
  /** The id of the SQL warehouse, the last part of its HTTP path. */
  warehouse: Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' }),
  catalog: name,
  /** The schema of tables that are named without one. */
  schema: Type.Optional(name),
};

/** A personal access token, or the OAuth secret of a service principal. */
export const databricksSecret = Type.Union([
  Type.Object({ token: text }, { additionalProperties: false }),
  Type.Object({ client_id: text, client_secret: text }, { additionalProperties: false }),
]);

const place = Type.Object(databricksPlace);
export type DatabricksPlace = Static<typeof place>;
export type DatabricksSecret = Static<typeof databricksSecret>;
