import { imports } from '../en/imports.ts';
import { live } from '../en/live.ts';
import { portfolio } from '../en/portfolio.ts';
import { templates } from '../en/templates.ts';

export const later = { imports, live, portfolio, templates };
