import type { LaterMessages } from '../catalog.ts';
import { imports } from '../es/imports.ts';
import { live } from '../es/live.ts';
import { portfolio } from '../es/portfolio.ts';
import { templates } from '../es/templates.ts';

export const later: LaterMessages = { imports, live, portfolio, templates };
