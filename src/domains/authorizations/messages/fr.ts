import type { Texts } from './en.ts';

export const french: Texts = {
  connect: (vendor: string) => `Relier ${vendor}`,
  asked: (vendor: string) =>
    `On vous demande de vous connecter à ${vendor}, pour que des rapports puissent lire vos chiffres. Rien ne peut être modifié ainsi.`,
  account: 'Pour',
  project: 'Projet',
  connection: 'Connexion',
  system: 'Lit',
  warning: 'Ne continuez que si vous savez de qui il s’agit et attendez cette demande.',
  consequence: (host: string) =>
    `La personne qui l’a envoyée verra les chiffres du compte avec lequel vous vous connectez. Vous pouvez le retirer à tout moment sur ${host}.`,
  goOn: (vendor: string) => `Continuer vers ${vendor}`,
  onTo: (vendor: string) => `Vers ${vendor}`,
  granted: (vendor: string) => `${vendor} est relié`,
  grantedText: (project: string, connection: string) =>
    `Les rapports de ${project} peuvent maintenant lire ce que ${connection} désigne. Vous pouvez fermer cette page.`,
  nothing: 'Rien n’a été relié',
  denied: 'Vous ne l’avez pas autorisé. Si vous le souhaitez tout de même :',
  incomplete: 'Tout ce dont les rapports ont besoin n’a pas été autorisé. Chaque case doit rester cochée.',
  refused: (vendor: string) =>
    `${vendor} a refusé la demande. L’exploitant vérifie son client là-bas et son adresse de redirection.`,
  noClient: (vendor: string) => `Ce service n’est plus enregistré chez ${vendor}. Son exploitant peut y remédier.`,
  connectionRemoved: 'La connexion a été supprimée entre-temps.',
  failed: (vendor: string) => `${vendor} n’a pas mené la connexion à son terme.`,
  again: 'Demandez un nouveau lien à la personne qui vous l’a envoyé.',
  unknown: 'Ce lien ne mène nulle part',
  unknownText: 'Il est peut-être mal saisi, ou terminé.',
  expired: 'Ce lien a expiré',
  expiredText: 'On peut y répondre pendant une demi-heure.',
  used: 'On a déjà répondu à ce lien',
  usedText: 'Si vous venez de lire que tout est relié, il n’y a plus rien à faire. Sinon :',
  otherBrowser: 'Cela a été commencé dans un autre navigateur',
  otherBrowserText:
    'Rien n’a été relié. Ouvrez le lien reçu dans ce navigateur, cookies autorisés, et continuez de là.',
  cannotGoOn: 'La page ne peut pas continuer',
  noCookieText: 'Votre navigateur n’a pas gardé son cookie. Autorisez les cookies pour ce site, puis rouvrez le lien.',
  fault: 'La page ne peut pas être affichée',
  busyText: 'Réessayez dans un instant.',
  tooManyText: 'Il y a eu trop de demandes. Attendez une minute, puis réessayez.',
  openText: 'Ouvrez le lien tel qu’il vous a été envoyé.',
  laterText: 'Réessayez plus tard.',
};
