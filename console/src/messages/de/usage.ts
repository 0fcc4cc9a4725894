import type { Messages } from '../catalog.ts';
import { plural } from '../plural.ts';

export const usage: Messages['usage'] = {
  title: 'Tarif und Nutzung',
  plan: (name) => `Ihr Tarif ist ${name}.`,
  allowance: 'Was Ihr Tarif erlaubt',
  projects: 'Projekte',
  members: 'Mitglieder',
  generations: 'Berichte in diesem Monat',
  ofLimit: (used, limit) => `${used} von ${limit}`,
  unlimited: (used) => `${used}, unbegrenzt`,
  full: {
    title: 'Aufgebraucht',
    projects: 'Archivieren Sie ein abgeschlossenes Projekt, oder bitten Sie Ihren Betreiber um einen größeren Tarif.',
    members:
      'Entfernen Sie jemanden, der nicht mehr dabei ist, oder bitten Sie Ihren Betreiber um einen größeren Tarif.',
    generations: (day) =>
      `Vor dem ${day} entsteht kein weiterer Bericht, auch kein geplanter, außer Ihr Betreiber gibt Ihnen einen größeren Tarif.`,
    requests: 'Programme werden abgewiesen, bis es von vorn beginnt. Was Sie hier tun, geht weiter.',
  },
  toProjects: 'Zu den Projekten',
  toMembers: 'Zu den Mitgliedern',
  resets: (time) => `Beginnt von vorn: ${time}`,
  days: 'Die letzten 30 Tage',
  daysAdvice: 'Wählen Sie einen Tag mit dem Zeiger oder den Pfeiltasten. Tage sind die der UTC.',
  reports: 'Berichte',
  files: 'Dateien',
  completed: 'Fertige Berichte',
  date: 'Tag',
  onDay: (day, reports, files) =>
    `${day}: ${plural('de', reports, { one: '# Bericht', other: '# Berichte' })}, ${plural('de', files, { one: '# Datei', other: '# Dateien' })}`,
  asTable: 'Als Tabelle',
  nothing: 'In den letzten 30 Tagen ist nichts entstanden.',
  requests: 'Anfragen von Programmen',
  requestsText:
    'Was Programme mit Ihren Zugriffstoken von der öffentlichen API abfragen. Die Arbeit in der Konsole zählt nicht.',
  minute: 'In dieser Minute',
  day: 'Heute',
};
