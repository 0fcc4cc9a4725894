import type { Writing } from '../writing.ts';
import type { PortfolioTexts } from './en.ts';

/** The Japanese texts of the portfolio. */
export function japanesePortfolio({ number, counted, name }: Writing<never>): PortfolioTexts {
  const quoted = (named: readonly string[]) => named.map((each) => `「${name(each)}」`).join('、');
  return {
    title: 'ポートフォリオ',
    projects: 'プロジェクト',
    furthest: '目標から最も外れている指標',
    toRepair: '要対応の接続',
    count: number,
    ofAll: (some, all) => `${number(all)}件中${number(some)}件`,
    left: '予算の残り',
    sums: '全プロジェクトの合計',
    faults: '対応が必要な接続',
    reason: '原因',
    reasons: {
      reauth_required: '認証が受け付けられません',
      resource_missing: '読み取り対象がありません',
      transient: '応答がありません',
      invalid_config: '設定が合わなくなりました',
      unexpected: 'サービス内部のエラー',
    },
    read: (first, last) =>
      first === last
        ? `数値は${first}に取得したもので、このレポートのために取得したものはありません。`
        : `数値は${first}から${last}の間に取得したもので、このレポートのために取得したものはありません。`,
    order: '目標から最も外れているものが先頭です。',
    notRead: (count, named) =>
      `${counted(count, { other: '#件のプロジェクトには数値がありません' })}。まだ取得されていないか、レイアウト、目標、接続、月などが変わり意味が異なるためです：${quoted(named)}。`,
    converted: (currency, day) => (day === null ? `${currency}換算` : `${currency}換算、${day}のレート`),
    noRate: (label, currencies) => `${quoted([label])}は、${currencies.join('、')}のレートがないため合計できません。`,
    otherDays: (count) => counted(count, { other: '#件は日付が異なる' }),
    behind: (count, total) => `目標のあるプロジェクト${number(total)}件中${number(count)}件が目標から外れています。`,
    figures: (count, total) => `${number(total)}件中${number(count)}件のプロジェクトに数値があります。`,
    off: (project, metric, share) =>
      `${quoted([project])}：${quoted([metric])}は、経過日数分の目標から${share}外れています。`,
    noted: {
      missingDays: (count) => counted(count, { other: '数値のない日が#日あります' }),
      leftOut: (count) => counted(count, { other: '#件の値を読み取れませんでした' }),
      changing: (day) => `${day}以降の数値はまだ変わります`,
      sampled: 'サンプルからの推定値です',
      other: 'データ元が一部の数値を出していません',
    },
  };
}
