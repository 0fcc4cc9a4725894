import { japaneseChannels } from './channels/ja.ts';
import { japaneseCharts } from './charts/ja.ts';
import { japaneseDays } from './days/ja.ts';
import type { DailyChange, Texts } from './en.ts';
import { japaneseGallery } from './gallery/ja.ts';
import { japaneseGoals } from './goals/ja.ts';
import { japaneseHighlights } from './highlights/ja.ts';
import { japanesePortfolio } from './portfolio/ja.ts';
import { japaneseTables } from './tables/ja.ts';
import type { Writing } from './writing.ts';

/** The Japanese texts. */
export function japanese(writing: Writing<never>): Texts {
  const { number, name } = writing;
  const quoted = (text: string) => `「${name(text)}」`;
  const periods = { current: '対象期間', compare: '比較期間' };
  const more = (count: number, named: readonly string[], unit: string) =>
    count > named.length ? `、ほか${number(count - named.length)}${unit}` : '';
  const perDay = (averages: readonly DailyChange[]) => {
    const told = averages.map((average) => `${name(average.name)} ${average.change}`).join('、');
    return told && `1日平均：${told}。`;
  };
  return {
    labels: {
      colon: '：',
      contents: '目次',
      period: '対象期間',
      comparedWith: '比較期間',
      project: 'プロジェクト',
      created: '作成日',
      timeZone: 'タイムゾーン',
      preparedBy: '作成者',
      contact: '連絡先',
      page: (page, pages) => `${page} / ${pages} ページ`,
      logo: (client) => `${name(client)} のロゴ`,

      highlights: 'ハイライト',
      keyFigures: '主要指標',
      dataSources: 'データソース',
      notes: 'データに関する注記',
      series: (metric, by) => `${name(metric)}（${{ day: '日別', week: '週別', month: '月別' }[by]}）`,
      breakdown: (metric, dimension) => `${name(metric)}（${name(dimension)}別）`,

      metric: '指標',
      current: '対象期間',
      compare: '比較期間',
      change: '増減',
      share: '構成比',
      total: '合計',
      rest: (count) => (count === 0 ? 'その他' : `その他（${number(count)}件）`),
      noValue: '（未設定）',
      noFigures: 'この期間の数値はありません。',
      source: (connection) => `出典：${name(connection)}`,
      points: (points) => `${points}pt`,
      before: (value) => `比較期間 ${value}`,
      good: '良好',
      bad: '要注意',
      neutral: '参考',

      connection: '接続',
      system: 'システム',
      rowsCurrent: '行数',
      rowsCompare: '行数（比較期間）',
      fetchedAt: '取得日時',
      freshAt: '最終更新日時',
      bytesBilled: '課金対象のデータ量',
      unknown: '不明',

      trend: (metric, low, high) => `${quoted(metric)}の日別推移。最小 ${low}、最大 ${high}。`,
      chartEmpty: (metric) => `${quoted(metric)}のグラフ：数値なし。`,

      rowsCut: (count) => `ほか${number(count)}行は表示していません。`,
      textCut: 'レポートに表示できる長さを超えているため、以降の文章を省略しました。',

      skip: 'レポートへ移動',
      download: 'ダウンロード',
      darkColors: 'ダークモード',
      showFigures: '数値を表示',
      comment: 'コメント',
      figures: '数値',
      date: '日付',
    },
    warnings: {
      partialPeriod: (day) => `データ取得時点で${day}はまだ終了していなかったため、同日の数値は確定していません。`,
      lengthsDiffer: (current, compare) =>
        `対象期間は${number(current)}日間、比較期間は${number(compare)}日間です。合計値は日数の差を調整していません。`,
      overlap: (current, compare) => `対象期間（${current}）と比較期間（${compare}）は一部が重複しています。`,
      notThereYet: (connection, day) => `${quoted(connection)}の${day}のデータは、まだありませんでした。`,
      noData: (connection, meant) =>
        meant === 'both'
          ? `${quoted(connection)}には対象期間、比較期間ともにデータがありません。`
          : `${quoted(connection)}には${periods[meant]}のデータがありません。`,
      missingDays: ({ connection, period, count, named }) => {
        return `${quoted(connection)}には${periods[period]}のうち${number(count)}日分のデータがありません：${named.join('、')}${more(count, named, '日')}。`;
      },
      valuesLeftOut: ({ connection, metric, period, count }) =>
        `${quoted(connection)}の${periods[period]}には読み取れない値が${number(count)}件あり、${quoted(metric)}の集計から除外されています。`,
      looksLike: ({ connection, metric, kind, right }) => {
        const column = {
          ratio: '比率とみられる列を合計または平均',
          level: '残高や価格など、ある時点の値とみられる列を合計',
          people: '同じ人が複数の行に含まれうる、人数とみられる列を合計',
        }[kind];
        return `${quoted(connection)}の${quoted(metric)}は${column}しているため、数値が正しくない可能性があります。正しい式：${name(right)}。`;
      },
      rowsTruncated: (connection, dimension, most) =>
        `${quoted(connection)}の${quoted(dimension)}には${number(most)}件を超える値があります。比較は上位${number(most)}件のみを対象としています。`,
      brandPictureLeftOut: (as) =>
        as === 'logo'
          ? 'ロゴを表示できないため、このレポートには含まれていません。'
          : '表紙の画像を表示できないため、このレポートには含まれていません。',
      pictureLeftOut: (alternative) => `画像を表示できないため、代わりに説明を掲載しています：${name(alternative)}`,
    },
    notices: {
      sampled: (connection) => `${quoted(connection)}の数値はデータの標本から算出された推定値です。`,
      thresholded: (connection) =>
        `${quoted(connection)}は少数の人に関わる値を除外しています。内訳の合計が総計より小さくなることがあります。`,
      otherRow: (connection) => `${quoted(connection)}はまれな値を1行にまとめています。`,
      withheldRows: (connection) =>
        `${quoted(connection)}はまれな値を公開していません。内訳の合計は総計より小さくなります。`,
      repeatedCursor: (connection) =>
        `${quoted(connection)}のページは、すでに示されたページが再び示された所で終わりました。行が欠けている可能性があります。`,
      incompleteFrom: (connection, date) => `${quoted(connection)}の${date}以降の数値はまだ変わります。`,
      sincePublished: (connection, date) =>
        `${quoted(connection)}の各投稿の数値は、公開から${date}までの累計です。古い投稿ほど期間が長いため、比較はしません。`,
      timeZoneDiffers: (connection, theirs, ours) =>
        `${quoted(connection)}の日付は${name(ours)}ではなく${name(theirs)}のタイムゾーンに従います。`,
      currencyDiffers: (connection, theirs, ours) =>
        `${quoted(connection)}の金額は、このレポートの${name(ours)}ではなく${name(theirs)}建てです。換算せずに${name(theirs)}で表示しています。`,
      sourceOmitted: (connection) => `${quoted(connection)}から応答がなかったため、このレポートには含まれていません。`,
    },
    notes: {
      partialDay: (day) => `データ取得時点で終了していなかった${day}の数値を含みます。`,
      missingDays: ({ period, count, named }) =>
        `${periods[period]}のうち${number(count)}日分のデータがありません：${named.join('、')}${more(count, named, '日')}。`,
      lengthsDiffer: (current, compare, averages) =>
        `${number(current)}日間の合計と${number(compare)}日間の合計を比較しています。${perDay(averages)}`,
      partialUnits: ({ unit, count, named }) => {
        const [week, weeks] = unit === 'week' ? ['週', '週'] : ['月', 'か月'];
        return `全日のデータがそろっていない${week}が${number(count)}${weeks}あります（開始日：${named.join('、')}${more(count, named, weeks)}）。`;
      },
      atEnd: (named) => `日ごとの合計ではなく、期間末時点の値：${named.map(quoted).join('、')}。`,
      truncated: (dimension, most) =>
        `${quoted(dimension)}には${number(most)}件を超える値があります。比較は上位${number(most)}件のみを対象としています。`,
    },
    mail: {
      open: 'レポートを開く',
      unsubscribe: '配信を停止する',
      attached: 'レポートを添付いたします。',
      link: 'レポートは次のリンクからご覧いただけます。',
      linkEnds: (date) => `リンクの有効期限：${date}`,
      chatTest: 'これはテストです。レポートはこのチャンネルに届きます。',
    },
    charts: japaneseCharts(writing),
    tables: japaneseTables(writing),
    gallery: japaneseGallery(writing),
    highlights: japaneseHighlights(writing),
    channels: japaneseChannels(writing),
    goals: japaneseGoals(writing),
    days: japaneseDays(writing),
    portfolio: japanesePortfolio(writing),
  };
}
