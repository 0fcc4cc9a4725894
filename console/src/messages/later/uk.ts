import type { LaterMessages } from '../catalog.ts';
import { imports } from '../uk/imports.ts';
import { live } from '../uk/live.ts';
import { portfolio } from '../uk/portfolio.ts';
import { security } from '../uk/security.ts';
import { sso } from '../uk/sso.ts';
import { templates } from '../uk/templates.ts';
import { watches } from '../uk/watches.ts';

export const later: LaterMessages = { imports, live, portfolio, security, sso, templates, watches };
