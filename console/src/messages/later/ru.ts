import type { LaterMessages } from '../catalog.ts';
import { audit } from '../ru/audit.ts';
import { directory } from '../ru/directory.ts';
import { imports } from '../ru/imports.ts';
import { live } from '../ru/live.ts';
import { portfolio } from '../ru/portfolio.ts';
import { security } from '../ru/security.ts';
import { templates } from '../ru/templates.ts';
import { watches } from '../ru/watches.ts';

export const later: LaterMessages = { audit, directory, imports, live, portfolio, security, templates, watches };
