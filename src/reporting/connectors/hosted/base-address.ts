import { ConnectorError } from '../contract.ts';

/**
 * The address of a path below the configured address of a system that people run themselves. Throws `invalid_config`
 * for anything but a plain address.
 */
export function below(base: string, path: string): URL {
  const url = URL.parse(base);
  const isPlain = url && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '';
  if (!isPlain || url.username !== '' || url.password !== '') {
    throw new ConnectorError('invalid_config', 'url is not a plain address, such as https://stats.example.com.');
  }
  return new URL(`${url.href.replace(/\/+$/, '')}/${path}`);
}

/** The origin that a secret belongs to. */
export function originOf({ url }: { readonly url: string }): string {
  return URL.parse(url)?.origin ?? url;
}
