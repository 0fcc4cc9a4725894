import type { Messages } from '../catalog.ts';
import { plural } from '../plural.ts';

export const portfolio: Messages['portfolio'] = {
  title: 'Portfolio',
  subtitle: 'Alle Projekte nebeneinander. Zuerst kommt, was am weitesten vom Kurs ist.',
  period: 'Zeitraum',
  periods: { month: 'Dieser Monat bisher', last_month: 'Letzter ganzer Monat', days: 'Letzte 30 Tage' },
  sorts: { off_course: 'Am weitesten vom Kurs', change: 'Veränderung', name: 'Name', read_at: 'Abgerufen' },
  totals: 'Summen über alle Projekte',
  waiting: (count) =>
    plural('de', count, { one: '# Projekt wird gerade abgerufen.', other: '# Projekte werden gerade abgerufen.' }),
  read: (read, all) => `Zahlen von ${read} von ${all} Projekten.`,
  nightly: 'Abruf jede Nacht um fünf Uhr in der Zeitzone jedes Projekts.',
  notNightly: 'Kein Abruf in der Nacht.',
  asked: (when) => `Zuletzt angefordert: ${when}.`,
  ratesFault: 'Die Wechselkurse wurden nicht abgerufen',
  refresh: 'Jetzt abrufen',
  report: { make: 'Bericht erstellen', send: 'Regelmäßig senden' },
  queued: (count) =>
    plural('de', count, { one: '# Projekt wird jetzt abgerufen.', other: '# Projekte werden jetzt abgerufen.' }),
  skipped: (count) =>
    plural('de', count, {
      one: '# Projekt wurde in den letzten 15 Minuten abgerufen. Versuchen Sie es später noch einmal.',
      other: '# Projekte wurden in den letzten 15 Minuten abgerufen. Versuchen Sie es später noch einmal.',
    }),
  reading: 'Wird abgerufen …',
  notRead: 'Noch nicht abgerufen.',
  noFigures: 'Seine Verbindungen haben keine Zahlen zu zeigen.',
  broken: (count, total) =>
    plural('de', count, {
      one: `# von ${total} Verbindungen braucht jemanden`,
      other: `# von ${total} Verbindungen brauchen jemanden`,
    }),
  lastReport: (day) => `Bericht vom ${day}`,
  releasedBy: (name) => `freigegeben von ${name}`,
  reportStates: { awaiting_approval: 'wartet auf Freigabe', rejected: 'wurde abgelehnt' },
  nextReport: (day) => `Nächster am ${day}`,
  before: (value) => `vorher: ${value}`,
  points: (value) => `${value} PP`,
  goal: (value) => `Ziel: ${value}`,
  pace: (value) => `Tempo ${value}`,
  forecast: (value) => `Prognose: ${value}`,
  left: (value) => `Übrig: ${value}`,
  overspent: (value) => `Überschritten um ${value}`,
  monthBegins: 'Noch ist kein Tag dieses Monats vorbei.',
  age: (when) => `Abgerufen ${when}`,
  ofProjects: (count) => plural('de', count, { one: '# Projekt', other: '# Projekte' }),
  otherDays: (count) => plural('de', count, { one: '# davon hat andere Tage', other: '# davon haben andere Tage' }),
  converted: (currency, day) => `in ${currency}, Kurse vom ${day}`,
  noRate: (currencies) => `Keine Summe: Für ${currencies} gibt es keinen Kurs.`,
  notes: {
    missingDays: (count) => plural('de', count, { one: '# Tag ohne Zahlen', other: '# Tage ohne Zahlen' }),
    leftOut: (count) => plural('de', count, { one: '# Wert war nicht lesbar', other: '# Werte waren nicht lesbar' }),
    changing: (day) => `Ändert sich noch ab ${day}`,
    sampled: 'Aus einer Stichprobe geschätzt',
    other: 'Die Quelle hält einige Zahlen zurück',
  },
  settings: {
    action: 'Einstellungen',
    title: 'Was das Portfolio zeigt',
    nightly: 'Alle Projekte jede Nacht abrufen',
    figures: 'Kennzahlen',
    figuresAdvice:
      'Schlüssel von bis zu sechs Metriken, etwa revenue, oder google-ads:cost nur von einem System. Ohne Angabe zeigt jedes Projekt die ersten Kennzahlen seines Layouts. Eine Vorlage kann es anders bestimmen.',
    tooMany: 'Es können höchstens sechs sein.',
    ofTemplateAdvice: (slots) =>
      `Bis zu sechs, jede als Slot und Schlüssel einer seiner Metriken, etwa ads:cost. Slots: ${slots}. Ohne Angabe gelten die des Kontos.`,
    wrongOfTemplate: 'Nennen Sie einen Slot der Vorlage und eine Metrik, etwa ads:cost; höchstens sechs.',
    currency: 'Berichtswährung',
    currencyAdvice: 'Summen mehrerer Währungen werden in sie umgerechnet.',
    noCurrency: 'Keine: jede Währung für sich',
    rates: 'Verbindung mit Wechselkursen',
    noRates: 'Keine',
    dimension: 'Ihre Dimension mit Währungscodes',
    metric: 'Ihre Metrik mit Kursen',
    means: 'Was ein Kurs sagt',
    meanings: {
      units: 'Wie viele Einheiten man für eine der Berichtswährung bekommt',
      price: 'Was eine Einheit in der Berichtswährung kostet',
    },
    done: 'Die Einstellungen sind gespeichert.',
  },
};
