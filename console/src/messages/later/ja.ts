import type { LaterMessages } from '../catalog.ts';
import { imports } from '../ja/imports.ts';
import { live } from '../ja/live.ts';
import { portfolio } from '../ja/portfolio.ts';
import { templates } from '../ja/templates.ts';

export const later: LaterMessages = { imports, live, portfolio, templates };
