import type { LaterMessages } from '../catalog.ts';
import { directory } from '../ja/directory.ts';
import { imports } from '../ja/imports.ts';
import { live } from '../ja/live.ts';
import { portfolio } from '../ja/portfolio.ts';
import { security } from '../ja/security.ts';
import { templates } from '../ja/templates.ts';
import { watches } from '../ja/watches.ts';

export const later: LaterMessages = { directory, imports, live, portfolio, security, templates, watches };
