import type { SignIn } from '../grant.ts';
import { amazon } from './amazon.ts';
import { google } from './google.ts';
import { hubspot } from './hubspot.ts';
import { linkedin } from './linkedin.ts';
import { mailchimp } from './mailchimp.ts';
import { meta } from './meta.ts';
import { microsoft } from './microsoft.ts';
import { pinterest } from './pinterest.ts';
import type { SignInProvider } from './provider.ts';
import { snowflake } from './snowflake.ts';
import { tiktok } from './tiktok.ts';

/** Every vendor that people can sign in with. */
export const signInProviders: Readonly<Record<SignIn, SignInProvider>> = {
  google,
  meta,
  linkedin,
  tiktok,
  microsoft,
  pinterest,
  amazon,
  hubspot,
  mailchimp,
  snowflake,
};
