import type { FirstMessages } from '../catalog.ts';
import { brand } from './brand.ts';
import { bulk } from './bulk.ts';
import { chat } from './chat.ts';
import { common } from './common.ts';
import { connection } from './connection.ts';
import { connections } from './connections.ts';
import { deliveries } from './deliveries.ts';
import { home } from './home.ts';
import { labels } from './labels.ts';
import { layout } from './layout.ts';
import { members } from './members.ts';
import { projects } from './projects.ts';
import { report } from './report.ts';
import { reports } from './reports.ts';
import { schedules } from './schedules.ts';
import { sections } from './sections.ts';
import { shell } from './shell.ts';
import { tokens } from './tokens.ts';
import { usage } from './usage.ts';
import { webhooks } from './webhooks.ts';

export const ru: FirstMessages = {
  common,
  shell,
  home,
  projects,
  labels,
  bulk,
  layout,
  sections,
  connections,
  connection,
  reports,
  report,
  schedules,
  deliveries,
  brand,
  usage,
  tokens,
  chat,
  webhooks,
  members,
};
