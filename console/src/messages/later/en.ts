import { administration } from '../en/administration.ts';
import { audit } from '../en/audit.ts';
import { directory } from '../en/directory.ts';
import { factors } from '../en/factors.ts';
import { imports } from '../en/imports.ts';
import { live } from '../en/live.ts';
import { portfolio } from '../en/portfolio.ts';
import { profile } from '../en/profile.ts';
import { security } from '../en/security.ts';
import { sso } from '../en/sso.ts';
import { templates } from '../en/templates.ts';
import { watches } from '../en/watches.ts';

export const later = {
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
