/** The Content-Security-Policy that the page is made for: nothing from other hosts, no inline script, one inline style. */
export function viewerPolicy(nonce: string): string {
  return [...viewerDirectives(nonce), frameAncestors([])].join('; ');
}

/** The same for a page that is always current: it fetches itself over other periods, and may stand in frames of these origins. */
export function livePagePolicy(nonce: string, origins: readonly string[]): string {
  return [...viewerDirectives(nonce), "connect-src 'self'", frameAncestors(origins)].join('; ');
}

/** Whose pages may show a page in a frame; nobody's without any. */
export function frameAncestors(origins: readonly string[]): string {
  return `frame-ancestors ${origins.length > 0 ? origins.join(' ') : "'none'"}`;
}

/**
 * The same for a frame of a page of ours, as a stranger there: it may run its script and read nothing of the page around it.
 * A page that `isPrintable` may bring up the browser's dialog for printing.
 */
export function framedViewerPolicy(nonce: string, { isPrintable = false } = {}): string {
  const sandbox = isPrintable ? 'sandbox allow-scripts allow-modals' : 'sandbox allow-scripts';
  return [...viewerDirectives(nonce), "frame-ancestors 'self'", sandbox].join('; ');
}

function viewerDirectives(nonce: string): string[] {
  return [
    "default-src 'none'",
    `style-src 'self' 'nonce-${nonce}'`,
    "script-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
  ];
}
