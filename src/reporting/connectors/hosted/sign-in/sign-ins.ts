/** The vendors that people can sign in with to let the service read their figures. */
export const signIns = [
  'google',
  'meta',
  'linkedin',
  'tiktok',
  'microsoft',
  'pinterest',
  'amazon',
  'hubspot',
  'mailchimp',
  'snowflake',
] as const;

export type SignIn = (typeof signIns)[number];
