import type { Writing } from '../writing.ts';
import type { PortfolioTexts } from './en.ts';

/** The Portuguese texts of the portfolio. */
export function portuguesePortfolio({ number, counted, list, name }: Writing<'one'>): PortfolioTexts {
  return {
    title: 'Portfólio',
    projects: 'Projetos',
    furthest: 'Mais longe da meta',
    toRepair: 'Conexões a reparar',
    count: number,
    ofAll: (some, all) => `${number(some)} de ${number(all)}`,
    left: 'Orçamento restante',
    sums: 'Somas de todos os projetos',
    faults: 'Conexões que precisam de alguém',
    reason: 'O que há de errado',
    reasons: {
      reauth_required: 'Não aceita mais a autorização',
      resource_missing: 'O que ela lia não existe mais',
      transient: 'Não respondeu',
      invalid_config: 'A configuração não serve mais',
      unexpected: 'Falha do próprio serviço',
    },
    read: (first, last) =>
      first === last
        ? `Os números foram lidos em ${first}; nenhum foi lido para este relatório.`
        : `Os números foram lidos entre ${first} e ${last}; nenhum foi lido para este relatório.`,
    order: 'O maior desvio vem primeiro.',
    notRead: (count, named) =>
      `${counted(count, { one: '# projeto não tem', other: '# projetos não têm' })} números: ainda não lidos, ou apenas os que já significam outra coisa, de outro layout, meta, conexão ou mês. ${list(named.map(name))}.`,
    converted: (currency, day) => (day === null ? `em ${currency}` : `em ${currency}, cotações de ${day}`),
    noRate: (label, currencies) => `${name(label)} não tem soma, pois não há cotação para ${list(currencies)}.`,
    otherDays: (count) => counted(count, { one: '# com outros dias', other: '# com outros dias' }),
    behind: (count, total) => `Projetos fora do caminho: ${number(count)} de ${number(total)} com metas.`,
    figures: (count, total) => `Projetos com números: ${number(count)} de ${number(total)}.`,
    off: (project, metric, share) =>
      `${name(project)}: ${name(metric)} está ${share} fora da meta para os dias decorridos.`,
    noted: {
      missingDays: (count) => counted(count, { one: '# dia sem números', other: '# dias sem números' }),
      leftOut: (count) =>
        counted(count, { one: '# valor não pôde ser lido', other: '# valores não puderam ser lidos' }),
      changing: (day) => `ainda muda a partir de ${day}`,
      sampled: 'estimado a partir de uma amostra',
      other: 'a fonte retém alguns números',
    },
  };
}
