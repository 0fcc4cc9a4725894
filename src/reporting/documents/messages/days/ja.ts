import type { Writing } from '../writing.ts';
import type { DayTexts } from './en.ts';

/** The Japanese texts of series with days of their own, and of heatmaps. */
export function japaneseDays({ name, number }: Writing<never>): DayTexts {
  const quoted = (text: string) => `「${name(text)}」`;
  const more = (count: number, named: readonly string[]) =>
    count > named.length ? `、ほか${number(count - named.length)}日` : '';
  return {
    begins: (connection, date) => `${quoted(connection)}には${date}より前の数値がありません。`,
    missing: (count, named) => `データのない日（${number(count)}日）：${named.join('、')}${more(count, named)}。`,
    leftOut: (metric, count) => `読み取れず集計から除外した${quoted(metric)}の値：${number(count)}件。`,
    byHour: (metric) => `曜日・時間帯別の${name(metric)}`,
    byWeek: (metric) => `曜日・週別の${name(metric)}`,
    weekday: '曜日',
    noFigure: '数値なし',
    meanOfHours: '各数値は、対象期間のその曜日すべてにおける、その時間帯の平均です。',
    eachDay: '各数値は1日分です。週は月曜日の日付で示しています。',
    clockChanges: (named) =>
      `時刻の切り替え：${named.join('、')}。飛ばされた時間は数えず、繰り返された時間は2回数えています。`,
    hoursMissing: (named) => `次の日は時間帯別の数値がないため、集計から除いています：${named.join('、')}。`,
    midnight: (connection) =>
      `${quoted(connection)}の数値はすべて午前0時のもので、日は分かりますが時間帯は分からないようです。`,
    heatmap: (title, period) => `ヒートマップ：${title}、${period}。`,
    extremes: (most, least) => `最大：${most.name}：${most.figure}。最小：${least.name}：${least.figure}。`,
  };
}
