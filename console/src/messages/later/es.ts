import type { LaterMessages } from '../catalog.ts';
import { administration } from '../es/administration.ts';
import { audit } from '../es/audit.ts';
import { directory } from '../es/directory.ts';
import { factors } from '../es/factors.ts';
import { imports } from '../es/imports.ts';
import { live } from '../es/live.ts';
import { portfolio } from '../es/portfolio.ts';
import { profile } from '../es/profile.ts';
import { security } from '../es/security.ts';
import { sso } from '../es/sso.ts';
import { templates } from '../es/templates.ts';
import { watches } from '../es/watches.ts';

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
