import type { AlertWords } from './catalog.ts';

export const ja: AlertWords = {
  spans: {
    week: (metric) => `${metric}(今週)`,
    month: (metric) => `${metric}(今月)`,
    days7: (metric) => `${metric}(7 日間)`,
    days28: (metric) => `${metric}(28 日間)`,
  },
  above: ({ metric, value, expected }) => `${metric}: ${value}、上限 ${expected} を超えています`,
  below: ({ metric, value, expected }) => `${metric}: ${value}、下限 ${expected} を下回っています`,
  changed: {
    day: ({ metric, value, expected }, change) => `${metric} ${change}: ${value}(前日は ${expected})`,
    weekdays: ({ metric, value, expected }, change) =>
      `${metric} ${change}: ${value}(過去 4 週の同じ曜日は ${expected})`,
    days7: ({ metric, value, expected }, change) => `${metric} ${change}: ${value}(その前の 7 日間は ${expected})`,
    days28: ({ metric, value, expected }, change) => `${metric} ${change}: ${value}(その前の 28 日間は ${expected})`,
  },
  unusual: ({ metric, value, expected }, change, low, high) =>
    `${metric} ${change}: ${value}、通常は ${expected}(${low}~${high})`,
  pace: ({ metric, value, expected }, change) => `${metric} 目標比 ${change}: ${value}、現時点の目標は ${expected}`,
  forecast: ({ metric, value, expected }, change) =>
    `${metric} 目標比 ${change}: このペースでは ${expected} に対し ${value}`,
  spentOn: ({ metric, expected }, date, daily) =>
    `${metric}: このペースでは予算 ${expected} を ${date} に使い切ります。1 日 ${daily} なら最後まで持ちます`,
  spent: ({ metric, value, expected }) => `${metric}: ${value}、予算 ${expected} を超えています`,
  unspent: ({ metric, value, expected }, daily) =>
    `${metric}: このペースでは予算 ${expected} のうち ${value} しか使われません。1 日 ${daily} なら使い切れます`,
  stopped: ({ metric }) => `${metric}: 前の週はほぼ毎日ありましたが、ゼロです`,
  paused: ({ metric, value, expected }) => `${metric}: 予算 ${expected} のうち ${value} が残っていますが、ゼロです`,
  withoutConversions: ({ metric, value }, conversions) => `${metric}: ${value}、${conversions} はゼロです`,
  countsNothing: (metric, other) => `${metric} はゼロですが、${other} は続いています`,
  silence: 'データがありません',
  silent: (metric) => `${metric}: データがありません`,
  since: (date) => `${date} から`,
  explained: (value, dimension, share) => `${value}(${dimension})が変化の ${share} を占めます。`,
  noValue: '値のない行',
  usualRange: '通常の範囲',
  unusualDay: '通常と異なる日',
  opened: (what) => `アラート: ${what}`,
  reminded: (what) => `継続中: ${what}`,
  closed: (what) => `終了: ${what}`,
  place: (project, connection) => `${project}、${connection}:`,
  over: (date) => `${date} 時点で終了しています。`,
  more: (parts) => `他 ${parts} 件`,
  look: '内容の確認、確認済みにする、後に回す操作はこちらから:',
};
