/** The value of a cookie of a request, one of ours, which have letters, digits, `.`, `_` and `-`; empty for none. */
export function readCookie(header: string | undefined, name: string): string {
  return new RegExp(`(?:^|; *)${name}=([\\w.-]+)`).exec(header ?? '')?.[1] ?? '';
}
