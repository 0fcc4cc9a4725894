import type { LaterMessages } from '../catalog.ts';
import { imports } from '../pt/imports.ts';
import { live } from '../pt/live.ts';
import { portfolio } from '../pt/portfolio.ts';
import { security } from '../pt/security.ts';
import { sso } from '../pt/sso.ts';
import { templates } from '../pt/templates.ts';
import { watches } from '../pt/watches.ts';

export const later: LaterMessages = { imports, live, portfolio, security, sso, templates, watches };
