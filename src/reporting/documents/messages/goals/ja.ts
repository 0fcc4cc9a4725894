import type { Writing } from '../writing.ts';
import type { GoalTexts } from './en.ts';

/** The Japanese texts of goals. */
export function japaneseGoals({ name }: Writing<never>): GoalTexts {
  return {
    title: '目標の達成状況',
    goal: '目標',
    reached: '実績',
    share: '目標比',
    timeGone: '経過率',
    pace: '進捗ペース',
    forecast: '着地見込み',
    range: '予想範囲',
    low: '着地見込み（下限）',
    high: '着地見込み（上限）',
    rangeExplained: '予想範囲は、過去の週の実績から見て、同様の期間5回のうち4回が収まる範囲です。',
    status: '状況',
    met: '達成',
    missed: '未達',
    onCourse: '順調',
    offCourse: '要注意',
    card: (target, share) => `目標 ${target}${share === null ? '' : `（${share}）`}`,
    chart: (amounts) => `目標：${amounts}。`,
    none: 'この期間の最終日に設定されている目標はありません。',
    explained: (day) =>
      `${day}時点。進捗ペースは、終了した日の実績をその日数分の目標と比べた割合です。着地見込みは、このペースが続いた場合の期間全体の実績です。`,
    prorated: (named) =>
      `対象期間が月・四半期・年の一部であるため、次の目標は日割りで計算しています：${named.map((metric) => `「${name(metric)}」`).join('、')}。`,
    highlight: ({ name: metric, period, ratio, reached, target, gone }) => {
      const about = `${name(metric)}（${period}）`;
      if (ratio === null) return `${about}：目標${target}に対し、実績は${reached}でした。`;
      const time = gone === null ? '' : `期間の${gone}が経過した時点で`;
      return `${about}：${time}目標の${ratio}でした（目標${target}、実績${reached}）。`;
    },
  };
}
