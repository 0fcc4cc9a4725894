/** The path that a proxy puts before those of the service; empty for none. */
export function pathBefore(publicUrl: string): string {
  return URL.canParse(publicUrl) ? new URL(publicUrl).pathname.replace(/\/+$/, '') : '';
}

/** An origin that is nobody's: what leads elsewhere has another one. */
const nowhere = 'http://console.invalid';
const longest = 2_000;

/**
 * Where somebody goes on who has signed in: `to`, if that is a path of the console, else its first page. Read as browsers
 * read it, so that nothing leads to another host or out of the console.
 */
export function returnPath(to: string, base: string): string {
  const home = `${base}/console`;
  if (to.length > longest || !to.startsWith('/') || !URL.canParse(to, nowhere)) return home;
  const { origin, pathname, search, hash } = new URL(to, nowhere);
  if (origin !== nowhere || !(pathname === home || pathname.startsWith(`${home}/`))) return home;
  return pathname + search + hash;
}

/** Where a request says that somebody goes on who has signed in, as `returnPath` reads it. */
export function onwardPath({ query }: { readonly query: unknown }, base: string): string {
  const { to } = query as { readonly to?: unknown };
  return returnPath(typeof to === 'string' ? to : '', base);
}
