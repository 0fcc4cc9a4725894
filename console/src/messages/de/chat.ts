import type { Messages } from '../catalog.ts';

export const chat: Messages['chat'] = {
  title: 'Chat-Kanäle',
  subtitle: 'Zeitpläne posten ihre Berichte in diese Kanäle von Slack und Microsoft Teams.',
  add: 'Kanal hinzufügen',
  added: 'Der Kanal ist hinzugefügt. Ein Test zeigt, ob Nachrichten ankommen.',
  empty: {
    title: 'Noch kein Kanal',
    text: 'Ein Zeitplan kann jeden Bericht in einen Kanal posten: Überschrift, Kennzahlen und einen Link.',
  },
  system: 'Chat',
  name: 'Name',
  nameAdvice: 'Wie Sie ihn nennen, etwa #marketing.',
  address: 'Adresse',
  addressAdvice: {
    slack:
      'Fügen Sie dem Kanal in Slack eine App mit eingehendem Webhook hinzu. Ihre Adresse beginnt mit https://hooks.slack.com/services/.',
    teams:
      'Fügen Sie dem Kanal in Teams den Workflow hinzu, der bei einer Webhook-Anforderung postet, und kopieren Sie seine Adresse.',
  },
  secret:
    'Wer diese Adresse hat, kann in den Kanal posten. Sie wird verschlüsselt gespeichert und nicht mehr angezeigt.',
  ready: 'Bereit',
  gone: 'Diesen Kanal gibt es im Chat nicht mehr',
  test: 'Test senden',
  tested: 'Der Chat hat den Test angenommen.',
  refused: 'Der Chat hat den Test nicht angenommen:',
  removeTitle: (name: string) => `${name} entfernen?`,
  removeText: 'Er wird aus allen Zeitplänen genommen. Was noch nicht gepostet ist, entfällt.',
  field: 'Chat-Kanäle',
  fieldAdvice: 'Überschrift, Kennzahlen und ein Link zum Bericht. Alle im Kanal können ihn öffnen.',
};
