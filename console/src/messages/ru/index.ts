import type { Messages } from '../messages.tsx';
import { administration } from './administration.ts';
import { audit } from './audit.ts';
import { brand } from './brand.ts';
import { common } from './common.ts';
import { connection } from './connection.ts';
import { connections } from './connections.ts';
import { home } from './home.ts';
import { layout } from './layout.ts';
import { members } from './members.ts';
import { profile } from './profile.ts';
import { projects } from './projects.ts';
import { report } from './report.ts';
import { reports } from './reports.ts';
import { schedules } from './schedules.ts';
import { sections } from './sections.ts';
import { shell } from './shell.ts';
import { tokens } from './tokens.ts';
import { usage } from './usage.ts';

export const ru: Messages = {
  common,
  shell,
  home,
  projects,
  layout,
  sections,
  connections,
  connection,
  reports,
  report,
  schedules,
  brand,
  usage,
  tokens,
  members,
  audit,
  administration,
  profile,
};
