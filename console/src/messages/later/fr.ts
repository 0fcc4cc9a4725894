import type { LaterMessages } from '../catalog.ts';
import { imports } from '../fr/imports.ts';
import { live } from '../fr/live.ts';
import { portfolio } from '../fr/portfolio.ts';
import { templates } from '../fr/templates.ts';

export const later: LaterMessages = { imports, live, portfolio, templates };
