import { imports } from '../en/imports.ts';
import { portfolio } from '../en/portfolio.ts';
import { templates } from '../en/templates.ts';

export const later = { imports, portfolio, templates };
