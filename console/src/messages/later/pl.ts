import type { LaterMessages } from '../catalog.ts';
import { administration } from '../pl/administration.ts';
import { audit } from '../pl/audit.ts';
import { directory } from '../pl/directory.ts';
import { factors } from '../pl/factors.ts';
import { imports } from '../pl/imports.ts';
import { live } from '../pl/live.ts';
import { portfolio } from '../pl/portfolio.ts';
import { profile } from '../pl/profile.ts';
import { security } from '../pl/security.ts';
import { sso } from '../pl/sso.ts';
import { templates } from '../pl/templates.ts';
import { watches } from '../pl/watches.ts';

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
