/**
 * The address of a system's URL when `base` stands in for the system: its scheme and host, and its path before the whole
 * path of the URL. `{shop}` in it is the first label of the URL's host.
 */
export function standInFor(url: URL, base: string): URL {
  const [shop = ''] = url.hostname.split('.');
  const address = new URL(base.replaceAll('{shop}', shop));
  address.pathname = address.pathname.replace(/\/+$/, '') + url.pathname;
  address.search = url.search;
  return address;
}
