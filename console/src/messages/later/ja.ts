import type { LaterMessages } from '../catalog.ts';
import { administration } from '../ja/administration.ts';
import { audit } from '../ja/audit.ts';
import { directory } from '../ja/directory.ts';
import { factors } from '../ja/factors.ts';
import { imports } from '../ja/imports.ts';
import { live } from '../ja/live.ts';
import { portfolio } from '../ja/portfolio.ts';
import { profile } from '../ja/profile.ts';
import { security } from '../ja/security.ts';
import { sso } from '../ja/sso.ts';
import { templates } from '../ja/templates.ts';
import { watches } from '../ja/watches.ts';

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
