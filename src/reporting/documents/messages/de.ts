import { germanChannels } from './channels/de.ts';
import { germanCharts } from './charts/de.ts';
import { germanDays } from './days/de.ts';
import type { DailyChange, Texts } from './en.ts';
import { germanGallery } from './gallery/de.ts';
import { germanGoals } from './goals/de.ts';
import { germanHighlights } from './highlights/de.ts';
import { germanPortfolio } from './portfolio/de.ts';
import { germanTables } from './tables/de.ts';
import type { Writing } from './writing.ts';

/** The German texts. */
export function german(writing: Writing<'one'>): Texts {
  const { number, counted, name } = writing;
  const quoted = (text: string) => `„${name(text)}“`;
  const days = (count: number) => counted(count, { one: '# Tag', other: '# Tage' });
  const more = (count: number, named: readonly string[], one = 'weiterer') => {
    const left = count - named.length;
    return left > 0 ? ` und ${counted(left, { one: `# ${one}`, other: '# weitere' })}` : '';
  };
  const perDay = (averages: readonly DailyChange[]) => {
    const told = averages.map((average) => `${name(average.name)} ${average.change}`).join(', ');
    return told && ` Pro Tag: ${told}.`;
  };
  return {
    labels: {
      colon: ': ',
      contents: 'Inhalt',
      period: 'Zeitraum',
      comparedWith: 'Verglichen mit',
      project: 'Projekt',
      created: 'Erstellt am',
      timeZone: 'Zeitzone',
      preparedBy: 'Erstellt von',
      contact: 'Kontakt',
      page: (page, pages) => `Seite ${page} von ${pages}`,
      logo: (client) => `Logo: ${name(client)}`,

      highlights: 'Das Wichtigste in Kürze',
      keyFigures: 'Kennzahlen',
      dataSources: 'Datenquellen',
      notes: 'Hinweise zu den Daten',
      series: (metric, by) => `${name(metric)} nach ${{ day: 'Tagen', week: 'Wochen', month: 'Monaten' }[by]}`,
      breakdown: (metric, dimension) => `${name(metric)} nach ${name(dimension)}`,

      metric: 'Kennzahl',
      current: 'Aktuell',
      compare: 'Vorher',
      change: 'Änderung',
      share: 'Anteil',
      total: 'Gesamt',
      rest: (count) => (count === 0 ? 'Alle übrigen' : `Alle übrigen (${number(count)})`),
      noValue: '(keine Angabe)',
      noFigures: 'Für diesen Zeitraum liegen keine Werte vor.',
      source: (connection) => `Quelle: ${name(connection)}`,
      points: (points) => `${points}\u00a0PP`,
      before: (value) => `vorher ${value}`,
      good: 'Positiv',
      bad: 'Zu beachten',
      neutral: 'Zur Information',

      connection: 'Verbindung',
      system: 'System',
      rowsCurrent: 'Zeilen',
      rowsCompare: 'Zeilen vorher',
      fetchedAt: 'Abgerufen',
      freshAt: 'Zuletzt geändert',
      bytesBilled: 'Abgerechnete Daten',
      unknown: 'unbekannt',

      trend: (metric, low, high) => `${quoted(metric)} nach Tagen, zwischen ${low} und ${high}.`,
      chartEmpty: (metric) => `Diagramm zu ${quoted(metric)}: keine Werte.`,

      rowsCut: (count) =>
        `${counted(count, { one: '# weitere Zeile wird', other: '# weitere Zeilen werden' })} nicht angezeigt.`,
      textCut: 'Der Text ist länger, als ein Bericht ihn zeigt; der Rest entfällt.',

      skip: 'Zum Bericht springen',
      download: 'Herunterladen',
      darkColors: 'Dunkle Farben',
      showFigures: 'Zahlen anzeigen',
      comment: 'Kommentar',
      figures: 'Zahlen',
      date: 'Datum',
    },
    warnings: {
      partialPeriod: (day) =>
        `Der ${day} war beim Abruf der Daten noch nicht abgeschlossen; die Werte dieses Tages sind unvollständig.`,
      lengthsDiffer: (current, compare) =>
        `Der aktuelle Zeitraum umfasst ${days(current)}, der Vergleichszeitraum ${days(compare)}; die Summen sind nicht bereinigt.`,
      overlap: (current, compare) => `Die Zeiträume ${current} und ${compare} überschneiden sich.`,
      notThereYet: (connection, day) => `Die Zahlen von ${quoted(connection)} für ${day} lagen noch nicht vor.`,
      noData: (connection, meant) => {
        const source = quoted(connection);
        if (meant === 'both') {
          return `Weder für den aktuellen Zeitraum noch für den Vergleichszeitraum liegen Daten aus ${source} vor.`;
        }
        const period = meant === 'current' ? 'den aktuellen Zeitraum' : 'den Vergleichszeitraum';
        return `Für ${period} liegen keine Daten aus ${source} vor.`;
      },
      missingDays: ({ connection, period, count, named }) => {
        const which = period === 'current' ? 'des aktuellen Zeitraums' : 'des Vergleichszeitraums';
        return `Für ${days(count)} ${which} liegen keine Daten aus ${quoted(connection)} vor: ${named.join('; ')}${more(count, named)}.`;
      },
      valuesLeftOut: ({ connection, metric, period, count }) => {
        const which = period === 'current' ? 'im aktuellen Zeitraum' : 'im Vergleichszeitraum';
        const where = `in ${quoted(metric)}`;
        const forms = {
          one: `# Wert, der nicht lesbar ist und ${where} fehlt`,
          other: `# Werte, die nicht lesbar sind und ${where} fehlen`,
        };
        return `${quoted(connection)} enthält ${which} ${counted(count, forms)}.`;
      },
      looksLike: ({ connection, metric, kind, right }) => {
        const column = {
          ratio: 'summiert oder mittelt eine Spalte, die nach Verhältniszahlen aussieht',
          level: 'summiert eine Spalte, die nach Beständen oder Preisen aussieht',
          people: 'summiert eine Spalte, die nach Personen aussieht, die in mehreren Zeilen vorkommen können',
        }[kind];
        return `${quoted(metric)} in ${quoted(connection)} ${column}; die Zahlen können falsch sein. Richtig wäre: ${name(right)}.`;
      },
      rowsTruncated: (connection, dimension, most) =>
        `${quoted(connection)} enthält mehr als ${number(most)} Werte für ${quoted(dimension)}; Vergleiche berücksichtigen nur die ${number(most)} höchsten.`,
      brandPictureLeftOut: (as) =>
        as === 'logo'
          ? 'Das Logo lässt sich nicht darstellen und fehlt in diesem Bericht.'
          : 'Das Titelbild lässt sich nicht darstellen und fehlt in diesem Bericht.',
      pictureLeftOut: (alternative) =>
        `Ein Bild lässt sich nicht darstellen; an seiner Stelle steht seine Beschreibung: ${name(alternative)}`,
    },
    notices: {
      sampled: (connection) =>
        `${quoted(connection)} hat die Werte aus einer Stichprobe der Daten berechnet; sie sind Schätzungen.`,
      thresholded: (connection) =>
        `${quoted(connection)} lässt Werte weg, die nur wenige Personen betreffen; die Teile können zusammen weniger als die Summe ergeben.`,
      otherRow: (connection) => `${quoted(connection)} hat seltene Werte in einer Zeile zusammengefasst.`,
      withheldRows: (connection) =>
        `${quoted(connection)} hält seltene Werte zurück; die Teile ergeben zusammen weniger als die Summe.`,
      repeatedCursor: (connection) =>
        `Die Seiten von ${quoted(connection)} endeten an einem Verweis, den es schon gab; es können Zeilen fehlen.`,
      incompleteFrom: (connection, date) => `Die Werte von ${quoted(connection)} ändern sich ab dem ${date} noch.`,
      sincePublished: (connection, date) =>
        `Die Werte einzelner Beiträge von ${quoted(connection)} gelten seit deren Veröffentlichung, Stand ${date}; verglichen wird nichts, da ältere Beiträge mehr Zeit hatten.`,
      timeZoneDiffers: (connection, theirs, ours) =>
        `Die Tage von ${quoted(connection)} folgen der Zeitzone ${name(theirs)}, nicht ${name(ours)}.`,
      currencyDiffers: (connection, theirs, ours) =>
        `${quoted(connection)} liefert Beträge in ${name(theirs)} und nicht wie dieser Bericht in ${name(ours)}; sie sind ohne Umrechnung in ${name(theirs)} dargestellt.`,
      sourceOmitted: (connection) => `${quoted(connection)} hat nicht geantwortet und fehlt in diesem Bericht.`,
    },
    notes: {
      partialDay: (day) => `Die Werte enthalten den ${day}, der beim Abruf noch nicht abgeschlossen war.`,
      missingDays: ({ period, count, named }) => {
        const which = period === 'current' ? 'des aktuellen Zeitraums' : 'des Vergleichszeitraums';
        return `Keine Daten für ${days(count)} ${which}: ${named.join('; ')}${more(count, named)}.`;
      },
      lengthsDiffer: (current, compare, averages) =>
        `Summen über ${days(current)} stehen neben Summen über ${days(compare)}.${perDay(averages)}`,
      partialUnits: ({ unit, count, named }) => {
        const [forms, one] =
          unit === 'week'
            ? [{ one: '# Woche ist', other: '# Wochen sind' }, 'weitere']
            : [{ one: '# Monat ist', other: '# Monate sind' }, 'weiterer'];
        return `${counted(count, forms)} nicht vollständig erfasst (Beginn: ${named.join('; ')}${more(count, named, one)}).`;
      },
      atEnd: (named) =>
        `Stand am Ende des Zeitraums, nicht über seine Tage summiert: ${writing.list(named.map(name))}.`,
      truncated: (dimension, most) =>
        `${quoted(dimension)} hat mehr als ${number(most)} Werte; Vergleiche berücksichtigen nur die ${number(most)} höchsten.`,
    },
    mail: {
      open: 'Bericht öffnen',
      unsubscribe: 'Abbestellen',
      attached: 'Der Bericht ist angehängt.',
      link: 'Hier finden Sie den Bericht:',
      linkEnds: (date) => `Der Link ist bis ${date} gültig.`,
      chatTest: 'Dies ist ein Test: Berichte kommen in diesen Kanal.',
    },
    charts: germanCharts(writing),
    tables: germanTables(writing),
    gallery: germanGallery(writing),
    highlights: germanHighlights(writing),
    channels: germanChannels(writing),
    goals: germanGoals(writing),
    days: germanDays(writing),
    portfolio: germanPortfolio(writing),
  };
}
