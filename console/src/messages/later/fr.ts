import type { LaterMessages } from '../catalog.ts';
import { administration } from '../fr/administration.ts';
import { audit } from '../fr/audit.ts';
import { directory } from '../fr/directory.ts';
import { factors } from '../fr/factors.ts';
import { imports } from '../fr/imports.ts';
import { live } from '../fr/live.ts';
import { portfolio } from '../fr/portfolio.ts';
import { profile } from '../fr/profile.ts';
import { security } from '../fr/security.ts';
import { sso } from '../fr/sso.ts';
import { templates } from '../fr/templates.ts';
import { watches } from '../fr/watches.ts';

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
