import type { Messages } from '../catalog.ts';
import { plural } from '../plural.ts';

export const portfolio: Messages['portfolio'] = {
  title: 'Portefeuille',
  subtitle: 'Tous les projets côte à côte. Ce qui s’écarte le plus vient en premier.',
  period: 'Période',
  periods: { month: 'Ce mois jusqu’ici', last_month: 'Dernier mois complet', days: '30 derniers jours' },
  sorts: { off_course: 'Écart le plus grand', change: 'Évolution', name: 'Nom', read_at: 'Date de lecture' },
  totals: 'Totaux de tous les projets',
  waiting: (count) =>
    plural('fr', count, { one: '# projet est en cours de lecture.', other: '# projets sont en cours de lecture.' }),
  read: (read, all) => `Chiffres de ${read} projets sur ${all}.`,
  nightly: 'Lecture chaque nuit à cinq heures, au fuseau de chaque projet.',
  notNightly: 'Pas de lecture la nuit.',
  asked: (when) => `Dernière demande : ${when}.`,
  ratesFault: 'Les taux de change n’ont pas été lus',
  refresh: 'Lire maintenant',
  report: { make: 'Créer un rapport', send: 'Envoyer régulièrement' },
  queued: (count) =>
    plural('fr', count, { one: '# projet est lu maintenant.', other: '# projets sont lus maintenant.' }),
  skipped: (count) =>
    plural('fr', count, {
      one: '# projet a été lu dans les 15 dernières minutes. Réessayez plus tard.',
      other: '# projets ont été lus dans les 15 dernières minutes. Réessayez plus tard.',
    }),
  reading: 'Lecture en cours …',
  notRead: 'Pas encore lu.',
  noFigures: 'Ses connexions n’ont aucun chiffre à montrer.',
  broken: (count, total) =>
    plural('fr', count, {
      one: `# connexion sur ${total} demande une action`,
      other: `# connexions sur ${total} demandent une action`,
    }),
  lastReport: (day) => `Rapport du ${day}`,
  releasedBy: (name) => `validé par ${name}`,
  reportStates: { awaiting_approval: 'attend une validation', rejected: 'a été refusé' },
  nextReport: (day) => `Prochain le ${day}`,
  before: (value) => `avant : ${value}`,
  points: (value) => `${value} pts`,
  goal: (value) => `Objectif : ${value}`,
  pace: (value) => `rythme ${value}`,
  forecast: (value) => `Prévision : ${value}`,
  left: (value) => `Reste : ${value}`,
  overspent: (value) => `Dépassé de ${value}`,
  monthBegins: 'Aucun jour de ce mois n’est encore terminé.',
  age: (when) => `Lu ${when}`,
  ofProjects: (count) => plural('fr', count, { one: '# projet', other: '# projets' }),
  otherDays: (count) => plural('fr', count, { one: '# a d’autres jours', other: '# ont d’autres jours' }),
  converted: (currency, day) => `en ${currency}, taux du ${day}`,
  noRate: (currencies) => `Pas de total : aucun taux pour ${currencies}.`,
  notes: {
    missingDays: (count) => plural('fr', count, { one: '# jour sans chiffres', other: '# jours sans chiffres' }),
    leftOut: (count) => plural('fr', count, { one: '# valeur illisible', other: '# valeurs illisibles' }),
    changing: (day) => `Change encore à partir du ${day}`,
    sampled: 'Estimé à partir d’un échantillon',
    other: 'La source retient certains chiffres',
  },
  settings: {
    action: 'Paramètres',
    title: 'Ce que montre le portefeuille',
    nightly: 'Lire tous les projets chaque nuit',
    figures: 'Chiffres clés',
    figuresAdvice:
      'Clés de six métriques au plus, comme revenue, ou google-ads:cost d’un seul système. Sans choix, chaque projet montre les premiers chiffres clés de sa mise en page. Un modèle peut en décider autrement.',
    tooMany: 'Il peut y en avoir six au plus.',
    ofTemplateAdvice: (slots) =>
      `Jusqu’à six, chacun avec un emplacement et la clé d’une de ses métriques, comme ads:cost. Emplacements : ${slots}. Sans choix, ceux du compte.`,
    wrongOfTemplate: 'Indiquez un emplacement du modèle et une métrique, comme ads:cost ; six au plus.',
    currency: 'Devise de référence',
    currencyAdvice: 'Les totaux de plusieurs devises y sont convertis.',
    noCurrency: 'Aucune : chaque devise à part',
    rates: 'Connexion avec les taux',
    noRates: 'Aucune',
    dimension: 'Sa dimension de codes de devise',
    metric: 'Sa métrique de taux',
    means: 'Ce que dit un taux',
    meanings: {
      units: 'Combien d’unités on obtient pour une de la devise de référence',
      price: 'Ce que coûte une unité dans la devise de référence',
    },
    done: 'Les paramètres sont enregistrés.',
  },
};
