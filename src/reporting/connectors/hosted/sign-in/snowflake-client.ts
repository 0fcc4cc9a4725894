/** An account identifier, such as `myorg-account1` or `xy12345.eu-central-1`; it becomes part of the address. */
export const snowflakeAccount =
  '[A-Za-z0-9](?:[A-Za-z0-9_-]{0,60}[A-Za-z0-9])?(?:\\.[A-Za-z0-9][A-Za-z0-9-]{0,40}){0,2}';

const client = new RegExp(`^(${snowflakeAccount})/(.+)$`);

/** The host of an account: none can name one of anybody else's. */
export function snowflakeHost(account: string): string {
  return `${account.toLowerCase().replaceAll('_', '-')}.snowflakecomputing.com`;
}

/** The account's host and the client's own id out of such as `myorg-account1/gDRJ…=`; undefined for another text. */
export function snowflakeClientOf(clientId: string): { readonly host: string; readonly id: string } | undefined {
  const [, account, id] = client.exec(clientId) ?? [];
  return account === undefined || id === undefined ? undefined : { host: snowflakeHost(account), id };
}
