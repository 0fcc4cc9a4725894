import type { LaterMessages } from '../catalog.ts';
import { imports } from '../es/imports.ts';
import { live } from '../es/live.ts';
import { portfolio } from '../es/portfolio.ts';
import { security } from '../es/security.ts';
import { sso } from '../es/sso.ts';
import { templates } from '../es/templates.ts';
import { watches } from '../es/watches.ts';

export const later: LaterMessages = { imports, live, portfolio, security, sso, templates, watches };
