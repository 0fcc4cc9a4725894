import { frenchChannels } from './channels/fr.ts';
import { frenchCharts } from './charts/fr.ts';
import { frenchDays } from './days/fr.ts';
import type { DailyChange, Texts } from './en.ts';
import { frenchGallery } from './gallery/fr.ts';
import { frenchGoals } from './goals/fr.ts';
import { frenchHighlights } from './highlights/fr.ts';
import { frenchPortfolio } from './portfolio/fr.ts';
import { frenchTables } from './tables/fr.ts';
import { thin } from './typography.ts';
import type { Writing } from './writing.ts';

/** The French texts. */
export function french(writing: Writing<'one'>): Texts {
  const { number, counted, name } = writing;
  const quoted = (text: string) => `«${thin}${name(text)}${thin}»`;
  const days = (count: number) => counted(count, { one: '# jour', other: '# jours' });
  const periods = { current: 'la période actuelle', compare: 'la période de comparaison' };
  const more = (count: number, named: readonly string[]) => {
    const left = count - named.length;
    return left > 0 ? ` et ${counted(left, { one: '# autre', other: '# autres' })}` : '';
  };
  const perDay = (averages: readonly DailyChange[]) => {
    const told = averages.map((average) => `${name(average.name)} ${average.change}`).join(', ');
    return told && ` En moyenne par jour${thin}: ${told}.`;
  };
  return {
    labels: {
      colon: `${thin}: `,
      contents: 'Sommaire',
      period: 'Période',
      comparedWith: 'Comparée à',
      project: 'Projet',
      created: 'Créé le',
      timeZone: 'Fuseau horaire',
      preparedBy: 'Préparé par',
      contact: 'Contact',
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
      rest: (count) => (count === 0 ? 'Autres' : `Autres (${number(count)})`),
      noValue: '(non renseigné)',
      noFigures: 'Aucun chiffre pour cette période.',
      source: (connection) => `Source${thin}: ${name(connection)}`,
      points: (points, count) => `${points}\u00a0${count < 2 ? 'pt' : 'pts'}`,
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
      bytesBilled: 'Données facturées',
      unknown: 'inconnue',

      trend: (metric, low, high) => `${quoted(metric)} par jour, entre ${low} et ${high}.`,
      chartEmpty: (metric) => `Graphique de ${quoted(metric)}${thin}: aucun chiffre.`,

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
      comment: 'Commentaire',
      figures: 'Chiffres',
      date: 'Date',
    },
    warnings: {
      partialPeriod: (day) =>
        `La journée du ${day} n’était pas terminée lors de la collecte des données${thin}; ses chiffres sont incomplets.`,
      lengthsDiffer: (current, compare) =>
        `La période actuelle compte ${days(current)} et la période de comparaison ${days(compare)}${thin}; les totaux ne sont pas ajustés.`,
      overlap: (current, compare) => `Les deux périodes se chevauchent${thin}: ${current} et ${compare}.`,
      notThereYet: (connection, day) =>
        `Les chiffres de ${quoted(connection)} pour le ${day} n’étaient pas encore disponibles.`,
      noData: (connection, meant) => {
        const which = meant === 'both' ? `${periods.current} ni pour ${periods.compare}` : periods[meant];
        return `${quoted(connection)} n’a aucune donnée pour ${which}.`;
      },
      missingDays: ({ connection, period, count, named }) => {
        return `${quoted(connection)} n’a aucune donnée pour ${days(count)} de ${periods[period]}${thin}: ${named.join(`${thin}; `)}${more(count, named)}.`;
      },
      valuesLeftOut: ({ connection, metric, period, count }) => {
        const forms = { one: '# valeur illisible, exclue', other: '# valeurs illisibles, exclues' };
        return `${quoted(connection)} contient, pour ${periods[period]}, ${counted(count, forms)} de l’indicateur ${quoted(metric)}.`;
      },
      looksLike: ({ connection, metric, kind, right }) => {
        const column = {
          ratio: 'additionne ou moyenne une colonne qui semble contenir des rapports',
          level: 'additionne une colonne qui semble contenir des soldes, des stocks ou des prix',
          people: 'additionne une colonne qui semble compter des personnes, présentes peut-être dans plusieurs lignes',
        }[kind];
        return `L’indicateur ${quoted(metric)} de ${quoted(connection)} ${column}${thin}; ses chiffres peuvent être faux. Il faudrait${thin}: ${name(right)}.`;
      },
      rowsTruncated: (connection, dimension, most) =>
        `${quoted(connection)} compte plus de ${number(most)} valeurs pour ${quoted(dimension)}${thin}; les comparaisons ne portent que sur les ${number(most)} plus élevées.`,
      brandPictureLeftOut: (as) =>
        as === 'logo'
          ? 'Le logo ne peut pas être affiché et ne figure pas dans ce rapport.'
          : 'L’image de couverture ne peut pas être affichée et ne figure pas dans ce rapport.',
      pictureLeftOut: (alternative) =>
        `Une image ne peut pas être affichée${thin}; sa description la remplace${thin}: ${name(alternative)}`,
    },
    notices: {
      sampled: (connection) =>
        `${quoted(connection)} a calculé les chiffres à partir d’un échantillon de ses données${thin}; ce sont des estimations.`,
      thresholded: (connection) =>
        `${quoted(connection)} omet les valeurs qui concernent peu de personnes${thin}; la somme des parties peut être inférieure au total.`,
      otherRow: (connection) => `${quoted(connection)} a regroupé les valeurs rares sur une seule ligne.`,
      withheldRows: (connection) =>
        `${quoted(connection)} retient les valeurs rares${thin}; la somme des parties est inférieure au total.`,
      repeatedCursor: (connection) =>
        `Les pages de ${quoted(connection)} se sont arrêtées à un renvoi déjà rencontré${thin}; il peut manquer des lignes.`,
      incompleteFrom: (connection, date) =>
        `Les chiffres de ${quoted(connection)} évoluent encore à partir du ${date}.`,
      sincePublished: (connection, date) =>
        `Les chiffres de chaque publication de ${quoted(connection)} courent depuis sa mise en ligne, état au ${date}. Rien n’est comparé, car les plus anciennes ont eu plus de temps.`,
      timeZoneDiffers: (connection, theirs, ours) =>
        `Les jours de ${quoted(connection)} sont ceux de ${name(theirs)}, et non de ${name(ours)}.`,
      currencyDiffers: (connection, theirs, ours) =>
        `${quoted(connection)} fournit les montants en ${name(theirs)} et non en ${name(ours)} comme ce rapport${thin}; ils sont affichés en ${name(theirs)}, sans conversion.`,
      sourceOmitted: (connection) => `${quoted(connection)} n’a pas répondu et ne figure pas dans ce rapport.`,
    },
    notes: {
      partialDay: (day) =>
        `Les chiffres comprennent la journée du ${day}, qui n’était pas terminée lors de la collecte des données.`,
      missingDays: ({ period, count, named }) =>
        `Aucune donnée pour ${days(count)} de ${periods[period]}${thin}: ${named.join(`${thin}; `)}${more(count, named)}.`,
      lengthsDiffer: (current, compare, averages) =>
        `Des totaux sur ${days(current)} sont comparés à des totaux sur ${days(compare)}.${perDay(averages)}`,
      partialUnits: ({ unit, count, named }) => {
        const forms =
          unit === 'week'
            ? { one: '# semaine n’est pas entièrement couverte', other: '# semaines ne sont pas entièrement couvertes' }
            : { one: '# mois n’est pas entièrement couvert', other: '# mois ne sont pas entièrement couverts' };
        return `${counted(count, forms)} (début${thin}: ${named.join(`${thin}; `)}${more(count, named)}).`;
      },
      atEnd: (named) =>
        `Valeur à la fin de la période, sans addition des jours${thin}: ${writing.list(named.map(name))}.`,
      truncated: (dimension, most) =>
        `${quoted(dimension)} compte plus de ${number(most)} valeurs${thin}; les comparaisons ne portent que sur les ${number(most)} plus élevées.`,
    },
    mail: {
      open: 'Ouvrir le rapport',
      unsubscribe: 'Se désabonner',
      attached: 'Vous trouverez le rapport en pièce jointe.',
      link: 'Le rapport est disponible à cette adresse\u00a0:',
      linkEnds: (date) => `Ce lien est valable jusqu’au ${date}.`,
      chatTest: 'Ceci est un test\u00a0: les rapports arriveront dans ce canal.',
    },
    charts: frenchCharts(writing),
    tables: frenchTables(writing),
    gallery: frenchGallery(writing),
    highlights: frenchHighlights(writing),
    channels: frenchChannels(writing),
    goals: frenchGoals(writing),
    days: frenchDays(writing),
    portfolio: frenchPortfolio(writing),
  };
}
