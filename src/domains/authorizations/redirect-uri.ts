/** The address that a vendor sends people back to, below the one where they reach the service. */
export function redirectUriOf(publicUrl: string): string {
  return `${publicUrl}/oauth/callback`;
}

/** The address of a link. */
export function authorizationLink(publicUrl: string, token: string): string {
  return `${publicUrl}/oauth/connect/${token}`;
}
