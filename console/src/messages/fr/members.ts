import type { Messages } from '../catalog.ts';
import { plural } from '../plural.ts';

export const members: Messages['members'] = {
  title: 'Membres',
  subtitle: 'Qui peut faire quoi dans ce compte.',
  person: 'Personne',
  role: 'Rôle',
  access: 'Projets',
  since: 'Membre depuis',
  you: 'Vous',
  disabled: 'Désactivé par l’opérateur',
  allProjects: 'Tous les projets',
  someProjects: (count: number) => plural('fr', count, { one: '# projet', other: '# projets' }),
  roles: { viewer: 'Lecteur', editor: 'Éditeur', admin: 'Administrateur', owner: 'Propriétaire' },
  duties: {
    viewer: 'Lit et télécharge les rapports.',
    editor: 'Crée projets, mises en page, connexions et planifications, et partage les rapports.',
    admin: 'Gère aussi les lecteurs, les éditeurs, les jetons d’accès et la marque.',
    owner: 'Peut tout faire et décide des administrateurs et des autres propriétaires.',
  },
  limit: 'Seulement certains projets',
  limitAdvice: 'Pour un client : rien d’autre du compte n’est visible.',
  findProjects: 'Rechercher des projets',
  noProjects: 'Aucun projet ne porte ce nom.',
  chooseProjects: 'Choisissez au moins un projet.',
  chosen: (count: number) => plural('fr', count, { one: '# projet choisi', other: '# projets choisis' }),
  planFull: (limit: number) =>
    plural('fr', limit, {
      one: 'Votre formule autorise # membre, invitations comprises. Retirez quelqu’un ou choisissez une formule supérieure.',
      other:
        'Votre formule autorise # membres, invitations comprises. Retirez quelqu’un ou choisissez une formule supérieure.',
    }),
  toPlan: 'Formule et utilisation',
  invite: {
    action: 'Inviter quelqu’un',
    title: 'Inviter quelqu’un',
    emailAdvice: 'Sans adresse, la personne qui ouvre le lien indique la sienne.',
    submit: 'Créer l’invitation',
    doneTitle: 'L’invitation est prête',
    link: 'Lien d’invitation',
    mailed: (email: string) => `Le lien est en route vers ${email}. Vous pouvez aussi le transmettre vous-même.`,
    passOn: 'Transmettez ce lien. Il laisse entrer une personne, une seule fois.',
    once: (until: string) => `Il n’est affiché que maintenant et fonctionne jusqu’au ${until}.`,
    withheld: 'Le lien a déjà été affiché. Annulez l’invitation et créez-en une autre.',
  },
  open: {
    title: 'Invitations ouvertes',
    anybody: 'Toute personne ayant le lien',
    expires: 'Valable jusqu’au',
    revoke: 'Annuler',
    revokeTitle: (who: string) => `Annuler l’invitation : ${who} ?`,
    revokeText: 'Son lien cesse aussitôt de fonctionner.',
    revoked: 'L’invitation a été annulée.',
  },
  change: {
    action: 'Changer le rôle',
    title: (who: string) => `Que peut faire ${who} ?`,
    signsOut: 'La personne est déconnectée partout et se reconnecte avec le nouveau rôle.',
    submit: 'Changer le rôle',
    done: (who: string) => `Les droits de ${who} ont été modifiés.`,
  },
  endSessions: {
    action: 'Déconnecter partout',
    title: (who: string) => `Déconnecter ${who} partout ?`,
    text: 'La personne peut se reconnecter. À faire quand un appareil a été perdu.',
    done: (count: number) =>
      plural('fr', count, { one: 'Déconnexion de # navigateur.', other: 'Déconnexion de # navigateurs.' }),
  },
  removal: {
    action: 'Retirer du compte',
    title: (who: string) => `Retirer ${who} du compte ?`,
    text: 'La personne est aussitôt déconnectée et ne voit plus rien de ce compte. Ce qu’elle a fait reste.',
    done: (who: string) => `${who} n’est plus membre.`,
  },
};
