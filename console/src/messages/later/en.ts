import { imports } from '../en/imports.ts';
import { live } from '../en/live.ts';
import { portfolio } from '../en/portfolio.ts';
import { security } from '../en/security.ts';
import { sso } from '../en/sso.ts';
import { templates } from '../en/templates.ts';
import { watches } from '../en/watches.ts';

export const later = { imports, live, portfolio, security, sso, templates, watches };
