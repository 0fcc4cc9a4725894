import type { Messages } from '../catalog.ts';

export const chat: Messages['chat'] = {
  title: 'Canaux de discussion',
  subtitle: 'Les planifications publient leurs rapports dans ces canaux de Slack et de Microsoft Teams.',
  add: 'Ajouter un canal',
  added: 'Le canal est ajouté. Envoyez un test pour voir si les messages arrivent.',
  empty: {
    title: 'Aucun canal pour l’instant',
    text: 'Une planification peut publier chaque rapport dans un canal : son titre, ses chiffres clés et un lien.',
  },
  system: 'Messagerie',
  name: 'Nom',
  nameAdvice: 'Comme vous l’appelez, par exemple #marketing.',
  address: 'Adresse',
  addressAdvice: {
    slack:
      'Dans Slack, ajoutez au canal une application avec un webhook entrant. Son adresse commence par https://hooks.slack.com/services/.',
    teams:
      'Dans Teams, ajoutez au canal le workflow qui publie à la réception d’une requête webhook, et copiez son adresse.',
  },
  secret: 'Quiconque a cette adresse peut publier dans le canal. Elle est enregistrée chiffrée et n’est plus affichée.',
  ready: 'Prêt',
  gone: 'Ce canal n’existe plus dans la messagerie',
  test: 'Envoyer un test',
  tested: 'La messagerie a accepté le test.',
  refused: 'La messagerie n’a pas accepté le test :',
  removeTitle: (name: string) => `Retirer ${name} ?`,
  removeText: 'Il est retiré de toutes les planifications. Ce qui n’a pas encore été publié est abandonné.',
  field: 'Canaux de discussion',
  fieldAdvice: 'Le titre, les chiffres clés et un lien vers le rapport. Tous les membres du canal peuvent l’ouvrir.',
};
