import type { Writing } from '../writing.ts';
import type { PortfolioTexts } from './en.ts';

/** The German texts of the portfolio. */
export function germanPortfolio({ number, counted, list, name }: Writing<'one'>): PortfolioTexts {
  return {
    title: 'Portfolio',
    projects: 'Projekte',
    furthest: 'Am weitesten vom Ziel',
    toRepair: 'Verbindungen mit Fehler',
    count: number,
    ofAll: (some, all) => `${number(some)} von ${number(all)}`,
    left: 'Budget übrig',
    sums: 'Summen über alle Projekte',
    faults: 'Verbindungen, die jemanden brauchen',
    reason: 'Was fehlt',
    reasons: {
      reauth_required: 'Nimmt die Anmeldung nicht mehr an',
      resource_missing: 'Was sie gelesen hat, gibt es nicht mehr',
      transient: 'Hat nicht geantwortet',
      invalid_config: 'Ihre Konfiguration passt nicht mehr',
      unexpected: 'Fehler im Dienst selbst',
    },
    read: (first, last) =>
      first === last
        ? `Die Zahlen wurden am ${first} abgerufen, keine für diesen Bericht.`
        : `Die Zahlen wurden zwischen ${first} und ${last} abgerufen, keine für diesen Bericht.`,
    order: 'Zuerst kommt, was am weitesten vom Kurs ist.',
    notRead: (count, named) =>
      `${counted(count, { one: '# Projekt hat', other: '# Projekte haben' })} keine Zahlen: noch nicht abgerufen, oder nur solche, die inzwischen etwas anderes bedeuten, etwa zu einem anderen Layout, Ziel, einer anderen Verbindung oder einem anderen Monat. ${list(named.map(name))}.`,
    converted: (currency, day) => (day === null ? `in ${currency}` : `in ${currency}, Kurse vom ${day}`),
    noRate: (label, currencies) => `${name(label)} hat keine Summe, da es für ${list(currencies)} keinen Kurs gibt.`,
    otherDays: (count) => counted(count, { one: '# mit anderen Tagen', other: '# mit anderen Tagen' }),
    behind: (count, total) =>
      `${number(count)} von ${counted(total, { one: '# Projekt', other: '# Projekten' })} mit Zielen ${count === 1 ? 'ist' : 'sind'} nicht auf Kurs.`,
    figures: (count, total) =>
      `Es gibt Zahlen von ${number(count)} von ${counted(total, { one: '# Projekt', other: '# Projekten' })}.`,
    off: (project, metric, share) =>
      `${name(project)}: ${name(metric)} weicht um ${share} vom Ziel für die vergangenen Tage ab.`,
    noted: {
      missingDays: (count) => counted(count, { one: '# Tag ohne Zahlen', other: '# Tage ohne Zahlen' }),
      leftOut: (count) => counted(count, { one: '# Wert war nicht lesbar', other: '# Werte waren nicht lesbar' }),
      changing: (day) => `ändert sich ab ${day} noch`,
      sampled: 'aus einer Stichprobe geschätzt',
      other: 'die Quelle hält einige Zahlen zurück',
    },
  };
}
