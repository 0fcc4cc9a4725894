import type { Data } from '../../api/client.ts';

export type ChatChannel = Data<'listChatChannels'>['items'][number];

/** Their own names, the same in every language. */
export const chatNames: Readonly<Record<ChatChannel['system'], string>> = { slack: 'Slack', teams: 'Microsoft Teams' };
