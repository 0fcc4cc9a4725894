import { imports } from '../ar/imports.ts';
import { live } from '../ar/live.ts';
import { portfolio } from '../ar/portfolio.ts';
import { templates } from '../ar/templates.ts';
import type { LaterMessages } from '../catalog.ts';

export const later: LaterMessages = { imports, live, portfolio, templates };
