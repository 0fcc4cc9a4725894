import type { LaterMessages } from '../catalog.ts';
import { administration } from '../ru/administration.ts';
import { audit } from '../ru/audit.ts';
import { directory } from '../ru/directory.ts';
import { factors } from '../ru/factors.ts';
import { imports } from '../ru/imports.ts';
import { live } from '../ru/live.ts';
import { portfolio } from '../ru/portfolio.ts';
import { profile } from '../ru/profile.ts';
import { security } from '../ru/security.ts';
import { sso } from '../ru/sso.ts';
import { templates } from '../ru/templates.ts';
import { watches } from '../ru/watches.ts';

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
