import type { LaterMessages } from '../catalog.ts';
import { administration } from '../uk/administration.ts';
import { audit } from '../uk/audit.ts';
import { directory } from '../uk/directory.ts';
import { factors } from '../uk/factors.ts';
import { imports } from '../uk/imports.ts';
import { live } from '../uk/live.ts';
import { portfolio } from '../uk/portfolio.ts';
import { profile } from '../uk/profile.ts';
import { security } from '../uk/security.ts';
import { sso } from '../uk/sso.ts';
import { templates } from '../uk/templates.ts';
import { watches } from '../uk/watches.ts';

export const later: LaterMessages = {
  administration,
  audit,
  directory,
  factors,
  imports,
  live,
  portfolio,
  profile,
  security,
  sso,
  templates,
  watches,
};
