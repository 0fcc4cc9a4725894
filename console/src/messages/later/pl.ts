import type { LaterMessages } from '../catalog.ts';
import { audit } from '../pl/audit.ts';
import { directory } from '../pl/directory.ts';
import { imports } from '../pl/imports.ts';
import { live } from '../pl/live.ts';
import { portfolio } from '../pl/portfolio.ts';
import { security } from '../pl/security.ts';
import { templates } from '../pl/templates.ts';
import { watches } from '../pl/watches.ts';

export const later: LaterMessages = { audit, directory, imports, live, portfolio, security, templates, watches };
