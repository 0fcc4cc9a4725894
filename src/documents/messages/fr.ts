import type { Texts } from './en.ts';
import type { Writing } from './writing.ts';

/** NARROW NO-BREAK SPACE, which French puts inside its quotation marks and before a colon and a semicolon. */
const thin = '\u202f';

/** The French texts. */
export function french({ number, counted, name }: Writing<'one'>): Texts {
  const quoted = (text: string) => `«${thin}${name(text)}${thin}»`;
  const days = (count: number) => counted(count, { one: '# jour', other: '# jours' });
  const periods = { current: 'la période actuelle', compare: 'la période de comparaison' };
  return {
    labels: {
      colon: `${thin}: `,
      contents: 'Sommaire',
      period: 'Période',
      comparedWith: 'Comparée à',
      project: 'Projet',
      created: 'Créé le',
      timeZone: 'Fuseau horaire',
      page: (page, pages) => `Page ${page} sur ${pages}`,
      logo: (client) => `Logo${thin}: ${name(client)}`,

      highlights: 'Faits marquants',
      keyFigures: 'Chiffres clés',
      dataSources: 'Sources de données',
      notes: 'Remarques sur les données',
      series: (metric, by) => `${name(metric)} par ${{ day: 'jour', week: 'semaine', month: 'mois' }[by]}`,
      breakdown: (metric, dimension) => `${name(metric)} par ${name(dimension)}`,

      metric: 'Indicateur',
      current: 'Période actuelle',
      compare: 'Avant',
      change: 'Évolution',
      share: 'Part',
      total: 'Total',
      rest: (count) => `Autres (${number(count)})`,
      noValue: '(non renseigné)',
      noFigures: 'Aucun chiffre pour cette période.',
      source: (connection) => `Source${thin}: ${name(connection)}`,
      before: (value) => `contre ${value}`,
      good: 'Positif',
      bad: 'À surveiller',
      neutral: 'À noter',

      connection: 'Connexion',
      system: 'Système',
      rowsCurrent: 'Lignes',
      rowsCompare: 'Lignes avant',
      fetchedAt: 'Collecte',
      freshAt: 'Dernière modification',
      unknown: 'inconnue',

      trend: (metric, low, high) => `${quoted(metric)} par jour, entre ${low} et ${high}.`,
      chart: (metric, period, total) => `Courbe de ${quoted(metric)}, ${period}. Total${thin}: ${total}.`,
      chartCompared: (metric, period, total, comparePeriod, compareTotal) =>
        `Courbe de ${quoted(metric)}, ${period}, comparée à ${comparePeriod}. Total${thin}: ${total}, contre ${compareTotal}.`,
      chartEmpty: (metric) => `Graphique de ${quoted(metric)}${thin}: aucun chiffre.`,
      bars: (metric, dimension) =>
        `Diagramme à barres de la répartition de ${quoted(metric)} par ${quoted(dimension)}.`,

      rowsCut: (count) =>
        counted(count, {
          one: '# autre ligne n’est pas affichée.',
          other: '# autres lignes ne sont pas affichées.',
        }),
      textCut: `Le texte dépasse la longueur qu’un rapport peut afficher${thin}; la suite est omise.`,

      skip: 'Aller au rapport',
      download: 'Télécharger',
      darkColors: 'Couleurs sombres',
      showFigures: 'Afficher les chiffres',
    },
    warnings: {
      partialPeriod: (day) =>
        `La journée du ${day} n’était pas terminée lors de la collecte des données${thin}; ses chiffres sont incomplets.`,
      lengthsDiffer: (current, compare) =>
        `La période actuelle compte ${days(current)} et la période de comparaison ${days(compare)}${thin}; les totaux ne sont pas ajustés.`,
      overlap: (current, compare) => `Les deux périodes se chevauchent${thin}: ${current} et ${compare}.`,
      noData: (connection, meant) => {
        const which = meant === 'both' ? `${periods.current} ni pour ${periods.compare}` : periods[meant];
        return `${quoted(connection)} n’a aucune donnée pour ${which}.`;
      },
      missingDays: ({ connection, period, count, named }) => {
        const left = count - named.length;
        const more = left > 0 ? ` et ${counted(left, { one: '# autre', other: '# autres' })}` : '';
        return `${quoted(connection)} n’a aucune donnée pour ${days(count)} de ${periods[period]}${thin}: ${named.join(`${thin}; `)}${more}.`;
      },
      rowsTruncated: (connection, dimension, most) =>
        `${quoted(connection)} compte plus de ${number(most)} valeurs pour ${quoted(dimension)}${thin}; les comparaisons ne portent que sur les ${number(most)} plus élevées.`,
    },
  };
}
