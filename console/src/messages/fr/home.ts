import type { Messages } from '../catalog.ts';
import { plural } from '../plural.ts';

export const home: Messages['home'] = {
  title: 'Accueil',
  start: {
    title: 'Premiers pas',
    done: 'Fait',
    progress: (done, all) => `${done} sur ${all} faites`,
    project: {
      title: 'Créer un projet',
      text: 'Un par client ou par site dont vous rendez compte.',
      action: 'Nouveau projet',
    },
    connection: {
      title: 'Connecter des données',
      text: 'Importez un fichier, ou connectez ce que votre client utilise.',
      action: 'Connecter des données',
    },
    report: {
      title: 'Créer un rapport',
      text: 'Choisissez une période. Cela prend quelques secondes.',
      action: 'Créer un rapport',
    },
    delivery: {
      title: 'L’envoyer',
      text: 'Téléchargez-le, envoyez un lien, ou laissez une planification l’envoyer chaque mois.',
      action: 'Ouvrir le rapport',
    },
  },
  needs: {
    title: 'À traiter',
    reader: 'Problèmes connus',
    calm: 'Rien à faire aujourd’hui',
    calmText: 'Toutes les connexions fonctionnent, et aucun rapport n’attend.',
    reconnect: (name) => `${name} doit être reconnecté`,
    missing: (name) => `Ce que ${name} lit n’est plus là`,
    ending: (name, day) => `L’autorisation de ${name} expire le ${day}`,
    waiting: (count) => plural('fr', count, { one: '# rapport en attente', other: '# rapports en attente' }),
    blocked: 'Un rapport n’a pas pu être créé',
    times: (count) => plural('fr', count, { one: '# fois', other: '# fois' }),
    undelivered: (recipient) => `Un e-mail à ${recipient} n’est pas arrivé`,
    unposted: (channel) => `Un message au canal de discussion ${channel} n’est pas arrivé`,
    approval: 'Un rapport attend une validation',
    look: 'Le consulter',
    webhookGone: (name: string) => `Le webhook ${name} a été désactivé : son adresse n’existe plus`,
    webhookFailing: (name: string) => `Le webhook ${name} a été désactivé après cinq jours d’échecs`,
    see: 'Voir les planifications',
    check: 'Vérifier',
    reconnectAction: 'Reconnecter',
    signIn: 'Se reconnecter',
    dismiss: 'Masquer',
    all: (count) => plural('fr', count, { one: 'Afficher # de plus', other: 'Afficher # de plus' }),
  },
  alerts: {
    title: 'Alertes en cours',
    all: 'Toutes les alertes',
    acknowledge: 'Je m’en occupe',
    acknowledged: 'Quelqu’un s’en occupe',
    since: (day) => `Depuis le ${day}`,
  },
  next: {
    title: 'Prochains rapports',
    all: 'Toutes les planifications',
    empty: 'Rien n’est planifié. Une planification crée un rapport d’elle-même et l’envoie.',
    recipients: (count) => plural('fr', count, { one: 'à # destinataire', other: 'à # destinataires' }),
    line: (cadence, recipients) => `${cadence}, ${recipients}`,
  },
  newest: {
    title: 'Derniers rapports',
    empty: 'Les rapports que vous créez apparaissent ici.',
    reader: 'Dès qu’un rapport est créé, il apparaît ici.',
  },
};
