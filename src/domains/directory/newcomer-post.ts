/** How people hear that their directory has made them a user. */
export interface NewcomerPost {
  /** Whether there is a mail server. */
  readonly canMail: boolean;
  /**
   * Sends the link by which somebody sets a password; nobody waits for it. `languages` are in the form of Accept-Language; undefined
   * where the directory says none.
   */
  send(to: string, token: string, languages: string | undefined): void;
}
