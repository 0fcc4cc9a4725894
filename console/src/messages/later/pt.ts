import type { LaterMessages } from '../catalog.ts';
import { administration } from '../pt/administration.ts';
import { audit } from '../pt/audit.ts';
import { directory } from '../pt/directory.ts';
import { factors } from '../pt/factors.ts';
import { imports } from '../pt/imports.ts';
import { live } from '../pt/live.ts';
import { portfolio } from '../pt/portfolio.ts';
import { profile } from '../pt/profile.ts';
import { security } from '../pt/security.ts';
import { sso } from '../pt/sso.ts';
import { templates } from '../pt/templates.ts';
import { watches } from '../pt/watches.ts';

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
