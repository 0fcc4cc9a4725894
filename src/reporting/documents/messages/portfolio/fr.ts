import { thin } from '../typography.ts';
import type { Writing } from '../writing.ts';
import type { PortfolioTexts } from './en.ts';

/** The French texts of the portfolio. */
export function frenchPortfolio({ number, counted, list, name }: Writing<'one'>): PortfolioTexts {
  return {
    title: 'Portefeuille',
    projects: 'Projets',
    furthest: 'Le plus loin de son objectif',
    toRepair: 'Connexions à réparer',
    count: number,
    ofAll: (some, all) => `${number(some)} sur ${number(all)}`,
    left: 'Budget restant',
    sums: 'Sommes de tous les projets',
    faults: 'Connexions qui demandent une intervention',
    reason: 'Ce qui ne va pas',
    reasons: {
      reauth_required: 'N’accepte plus l’autorisation',
      resource_missing: 'Ce qu’elle lisait n’existe plus',
      transient: 'N’a pas répondu',
      invalid_config: 'Sa configuration ne convient plus',
      unexpected: 'Erreur du service lui-même',
    },
    read: (first, last) =>
      first === last
        ? `Les chiffres ont été lus le ${first}${thin}; aucun ne l’a été pour ce rapport.`
        : `Les chiffres ont été lus entre le ${first} et le ${last}${thin}; aucun ne l’a été pour ce rapport.`,
    order: 'Le plus grand écart vient en premier.',
    notRead: (count, named) =>
      `${counted(count, { one: '# projet n’a', other: '# projets n’ont' })} pas de chiffres${thin}: pas encore lus, ou seulement des chiffres qui ont changé de sens, d’une autre mise en page, d’un autre objectif, d’une autre connexion ou d’un autre mois. ${list(named.map(name))}.`,
    converted: (currency, day) => (day === null ? `en ${currency}` : `en ${currency}, cours du ${day}`),
    noRate: (label, currencies) => `${name(label)} n’a pas de somme, faute de cours pour ${list(currencies)}.`,
    otherDays: (count) => counted(count, { one: '# avec d’autres jours', other: '# avec d’autres jours' }),
    behind: (count, total) => `Projets hors objectif${thin}: ${number(count)} sur ${number(total)} avec des objectifs.`,
    figures: (count, total) => `Projets avec des chiffres${thin}: ${number(count)} sur ${number(total)}.`,
    off: (project, metric, share) =>
      `${name(project)}${thin}: ${name(metric)} s’écarte de ${share} de l’objectif pour les jours écoulés.`,
    noted: {
      missingDays: (count) => counted(count, { one: '# jour sans chiffres', other: '# jours sans chiffres' }),
      leftOut: (count) => counted(count, { one: '# valeur illisible', other: '# valeurs illisibles' }),
      changing: (day) => `change encore à partir du ${day}`,
      sampled: 'estimé à partir d’un échantillon',
      other: 'la source retient certains chiffres',
    },
  };
}
