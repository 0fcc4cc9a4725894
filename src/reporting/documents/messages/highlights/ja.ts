import type { Writing } from '../writing.ts';
import type { HighlightTexts } from './en.ts';

/** The Japanese sentences of highlights. */
export function japaneseHighlights({ number, name }: Writing<never>): HighlightTexts {
  const quoted = (text: string) => `「${name(text)}」`;
  return {
    nothing: 'この期間に目立った変化、記録、外れ値はありませんでした。',
    value: (dimension, label) => `${quoted(label ?? '未設定')}（${name(dimension)}）`,
    change: ({ name: metric, direction, perDay, average, ratio, from, to, contributors }) => {
      const move = { up: '増加', down: '減少', negative: '変化' }[direction];
      const daily = average === null ? '' : `（1日平均は${average}）`;
      const moved = ratio === null ? `${from}から${to}に${move}しました` : `${ratio}${move}して${to}になりました`;
      const figures = `${moved}${daily}。`;
      const change = `${name(metric)}${perDay ? '（1日平均）' : ''}：${figures}`;
      const [first, second] = contributors;
      if (!first) return change;
      if (first.extent === 'more') return `${change}${first.value}だけで${move}分全体を上回りました。`;
      if (first.extent === 'whole') return `${change}${move}分はすべて${first.value}によるものでした。`;
      const others = second ? `、${second.part}は${second.value}` : '';
      return `${change}${move}分の${first.part}は${first.value}${others}によるものでした。`;
    },
    points: (points) => `${points}ポイント`,
    share: ({ name: metric, value, direction, to, points }) => {
      const moved = direction === 'down' ? '低下' : '上昇';
      return `${name(metric)}：${value}の構成比は${to}で、比較期間より${points}${moved}しました。`;
    },
    arrival: ({ name: metric, value, figure, share }) =>
      `${name(metric)}：${value}が新たに加わり、${figure}（全体の${share}）でした。`,
    departure: ({ name: metric, value, figure, share }) =>
      `${name(metric)}：${value}はなくなりました。比較期間では${figure}（全体の${share}）でした。`,
    outlier: ({ name: metric, direction, figure, date, usual, weekday, span, count, also }) => {
      const [move, beyond, extreme] =
        direction === 'down' ? ['急減', '下回りました', '最小'] : ['急増', '上回りました', '最大'];
      const against = `（通常${weekday ? `の${weekday.name}` : ''}は${usual}）`;
      const others = also.length > 0 ? `${also.map(quoted).join('、')}も同様でした。` : '';
      if (span === null) return `${name(metric)}：${date}に${figure}へ${move}しました${against}。${others}`;
      const far = `${span}の${number(count)}日間、通常の水準を大きく${beyond}。`;
      return `${name(metric)}：${far}${extreme}は${date}の${figure}でした${against}。${others}`;
    },
    extremes: ({ name: metric, judged, first, second }) => {
      const words = judged ? ['最も良かった日', '最も悪かった日'] : ['最大値の日', '最小値の日'];
      const clauses = [first, second].flatMap((day, index) => {
        const record = day?.record ? '、比較期間の範囲外' : '';
        return day ? [`${words[index]}は${day.date}（${day.figure}${record}）`] : [];
      });
      return `${name(metric)}：${clauses.join('、')}でした。`;
    },
    run: ({ name: metric, direction, count, span, distance }) => {
      const beyond = direction === 'down' ? '下回りました' : '上回りました';
      const days = `${span}の${number(count)}日間連続で`;
      return `${name(metric)}：${days}、比較期間の同じ曜日の通常水準を平均${distance}${beyond}。`;
    },
    trend: ({ name: metric, direction, unit, count, from, to, fromDate, toDate }) => {
      const move = direction === 'down' ? '減少' : '増加';
      const [times, within] = unit === 'week' ? ['週', 'の週'] : ['か月', ''];
      const way = `${from}（${fromDate}${within}）から${to}（${toDate}${within}）になりました`;
      return `${name(metric)}：${number(count)}${times}連続で${move}し、${way}。`;
    },
  };
}
