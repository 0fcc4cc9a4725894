import type { Migration } from '../migration.ts';

/** Who made a connection, and which private networks an account's own connections may reach. */
export const networks: Migration = {
  name: '0017-networks',
  kind: 'expand',
  statements: [
    `alter table connections add column made_by text not null default 'operator'`,
    `alter table accounts add column allowed_networks text not null default '[]'`,
  ],
};
