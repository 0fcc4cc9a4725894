import type { LaterMessages } from '../catalog.ts';
import { administration } from '../de/administration.ts';
import { audit } from '../de/audit.ts';
import { directory } from '../de/directory.ts';
import { factors } from '../de/factors.ts';
import { imports } from '../de/imports.ts';
import { live } from '../de/live.ts';
import { portfolio } from '../de/portfolio.ts';
import { profile } from '../de/profile.ts';
import { security } from '../de/security.ts';
import { sso } from '../de/sso.ts';
import { templates } from '../de/templates.ts';
import { watches } from '../de/watches.ts';

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
