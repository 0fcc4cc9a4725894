/** What a mail may come with; others attach files or pretend a sender in some mail programs. */
const mailFields = ['to', 'cc', 'bcc', 'subject', 'body'];
/** A line break ends a header of the mail, and what follows is another. */
const escapedControl = /%(?:[01][0-9a-f]|7f)/i;

/**
 * The address that a link of a text leads to, as browsers write it; null for what is no link: anything but http, https
 * and mailto, an address with a user or password in it, which disguises where it leads, and a mail with control
 * characters or headers other than receivers, subject and body.
 */
export function linkAddress(address: string): string | null {
  const url = URL.parse(address);
  if (!url || url.username || url.password) return null;
  if (['http:', 'https:'].includes(url.protocol)) return url.href;
  return url.protocol === 'mailto:' && isPlainMail(url) ? url.href : null;
}

function isPlainMail({ href, search }: URL): boolean {
  const fields = search.slice(1).split('&').filter(Boolean);
  const names = fields.map((field) => field.split('=', 1)[0]?.toLowerCase() ?? '');
  return !escapedControl.test(href) && names.every((name) => mailFields.includes(name));
}
