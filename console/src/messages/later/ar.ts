import { administration } from '../ar/administration.ts';
import { audit } from '../ar/audit.ts';
import { directory } from '../ar/directory.ts';
import { factors } from '../ar/factors.ts';
import { imports } from '../ar/imports.ts';
import { live } from '../ar/live.ts';
import { portfolio } from '../ar/portfolio.ts';
import { profile } from '../ar/profile.ts';
import { security } from '../ar/security.ts';
import { sso } from '../ar/sso.ts';
import { templates } from '../ar/templates.ts';
import { watches } from '../ar/watches.ts';
import type { LaterMessages } from '../catalog.ts';

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
