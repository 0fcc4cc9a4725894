import type { Data } from '../../api/client.ts';
import type { Messages } from '../../messages/catalog.ts';
import { useFormat } from '../../messages/format.ts';
import { useMessages } from '../../messages/messages.tsx';

export type Entry = Data<'listAudit'>['items'][number];

/** What somebody did, in the reader's words; an action that has none by its own name. */
export function actionOf({ action }: Entry, { actions }: Messages['audit']): string {
  return Object.hasOwn(actions, action) ? actions[action as keyof typeof actions] : action;
}

/** Who did it. */
export function actorOf({ actor, actor_name }: Pick<Entry, 'actor' | 'actor_name'>, audit: Messages['audit']): string {
  const [kind = '', ...rest] = actor.split(':');
  const id = rest.join(':');
  if (kind === 'user') return actor_name ?? audit.gone;
  if (kind === 'token') return audit.token(actor_name ?? id);
  if (kind === 'operator') return audit.operator(id);
  return kind === 'anybody' ? audit.notSignedIn : audit.service;
}

/** The way by which it was done. */
export function doorOf({ door }: Entry, { doors }: Messages['audit']): string | null {
  return door !== null && Object.hasOwn(doors, door) ? doors[door as keyof typeof doors] : door;
}

const telling = ['email', 'owner_email', 'name', 'recipient'] as const;

/** What it was about: how that is called, and as what somebody was invited or changed. */
export function subjectOf({ subject_name, details }: Entry, { roles }: Messages['members']): string {
  const told = telling.map((key) => details[key]).find((value) => typeof value === 'string');
  const { role } = details;
  const asRole = typeof role === 'string' && Object.hasOwn(roles, role) ? roles[role as keyof typeof roles] : undefined;
  return [subject_name ?? told, asRole].filter(Boolean).join(' · ');
}

/** What else was recorded, by its name. */
export function useRecorded({
  details,
  subject_name,
}: Entry): readonly { readonly name: string; readonly value: string }[] {
  const { audit, members, tokens, common, administration, labels } = useMessages();
  const { plans } = administration;
  const format = useFormat();
  const names: Readonly<Record<string, string>> = {
    ...audit.fields,
    folder: labels.kinds.folder,
    ...{ api_access: plans.includesApi, max_projects: plans.projects, max_members: plans.members },
    ...{ max_connections_per_project: plans.connections, max_generations_per_month: plans.reports },
    ...{ max_upload_mb: plans.uploadsMb, max_upload_bytes: plans.uploads, accounts: administration.accounts.title },
  };
  const words: Readonly<Record<string, string>> = { ...names, ...members.roles, ...tokens.kinds, ...tokens.scopes };
  const say = (value: unknown): string => {
    if (value === null || value === undefined) return '–';
    if (typeof value === 'boolean') return value ? common.yes : common.no;
    if (typeof value === 'number') return format.number(value);
    if (Array.isArray(value)) return value.map(say).join(', ') || '–';
    if (typeof value === 'object') return JSON.stringify(value);
    const text = String(value);
    return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) ? format.time(text) : (words[text] ?? text);
  };
  const others = Object.entries(details).filter(([key, value]) => key !== 'name' || value !== subject_name);
  return others.map(([key, value]) => ({
    name: names[key] ?? key.replaceAll('_', ' '),
    value: say(value),
  }));
}
