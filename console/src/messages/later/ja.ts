import type { LaterMessages } from '../catalog.ts';
import { audit } from '../ja/audit.ts';
import { directory } from '../ja/directory.ts';
import { imports } from '../ja/imports.ts';
import { live } from '../ja/live.ts';
import { portfolio } from '../ja/portfolio.ts';
import { security } from '../ja/security.ts';
import { templates } from '../ja/templates.ts';
import { watches } from '../ja/watches.ts';

export const later: LaterMessages = { audit, directory, imports, live, portfolio, security, templates, watches };
