import { portugueseChannels } from './channels/pt.ts';
import { portugueseCharts } from './charts/pt.ts';
import { portugueseDays } from './days/pt.ts';
import type { DailyChange, Texts } from './en.ts';
import { portugueseGallery } from './gallery/pt.ts';
import { portugueseGoals } from './goals/pt.ts';
import { portugueseHighlights } from './highlights/pt.ts';
import { portuguesePortfolio } from './portfolio/pt.ts';
import { portugueseTables } from './tables/pt.ts';
import type { Writing } from './writing.ts';

/** The Portuguese texts, where possible in words that Brazil and Portugal share. */
export function portuguese(writing: Writing<'one'>): Texts {
  const { number, counted, name } = writing;
  const quoted = (text: string) => `“${name(text)}”`;
  const days = (count: number) => counted(count, { one: '# dia', other: '# dias' });
  const more = (count: number, named: readonly string[]) =>
    count > named.length ? ` e mais ${number(count - named.length)}` : '';
  const perDay = (averages: readonly DailyChange[]) => {
    const told = averages.map((average) => `${name(average.name)} ${average.change}`).join(', ');
    return told && ` Média diária: ${told}.`;
  };
  return {
    labels: {
      colon: ': ',
      contents: 'Índice',
      period: 'Período',
      comparedWith: 'Comparado com',
      project: 'Projeto',
      created: 'Criado em',
      timeZone: 'Fuso horário',
      preparedBy: 'Elaborado por',
      contact: 'Contato',
      page: (page, pages) => `Página ${page} de ${pages}`,
      logo: (client) => `Logo: ${name(client)}`,

      highlights: 'Destaques',
      keyFigures: 'Indicadores principais',
      dataSources: 'Fontes de dados',
      notes: 'Observações sobre os dados',
      series: (metric, by) => `${name(metric)} por ${{ day: 'dia', week: 'semana', month: 'mês' }[by]}`,
      breakdown: (metric, dimension) => `${name(metric)} por ${name(dimension)}`,

      metric: 'Indicador',
      current: 'Período atual',
      compare: 'Antes',
      change: 'Variação',
      share: 'Parcela',
      total: 'Total',
      rest: (count) => (count === 0 ? 'Todos os demais' : `Todos os demais (${number(count)})`),
      noValue: '(não informado)',
      noFigures: 'Não há números para este período.',
      source: (connection) => `Fonte: ${name(connection)}`,
      points: (points) => `${points}\u00a0p.p.`,
      before: (value) => `antes: ${value}`,
      good: 'Positivo',
      bad: 'Requer atenção',
      neutral: 'Para informação',

      connection: 'Conexão',
      system: 'Sistema',
      rowsCurrent: 'Linhas',
      rowsCompare: 'Linhas antes',
      fetchedAt: 'Obtenção',
      freshAt: 'Última alteração',
      bytesBilled: 'Dados cobrados',
      unknown: 'desconhecida',

      trend: (metric, low, high) => `${quoted(metric)} por dia, entre ${low} e ${high}.`,
      chartEmpty: (metric) => `Gráfico de ${quoted(metric)}: sem números.`,

      rowsCut: (count) =>
        counted(count, { one: 'Mais # linha não é mostrada.', other: 'Mais # linhas não são mostradas.' }),
      textCut: 'O texto é mais longo do que um relatório mostra; o restante foi omitido.',

      skip: 'Ir para o relatório',
      download: 'Fazer download',
      darkColors: 'Cores escuras',
      showFigures: 'Mostrar os números',
      comment: 'Comentário',
      figures: 'Números',
      date: 'Data',
    },
    warnings: {
      partialPeriod: (day) =>
        `O dia ${day} ainda não tinha terminado quando os dados foram obtidos; os números desse dia estão incompletos.`,
      lengthsDiffer: (current, compare) =>
        `O período atual tem ${days(current)} e o de comparação, ${days(compare)}; os totais não foram ajustados.`,
      overlap: (current, compare) => `Há dias em comum entre os dois períodos: ${current} e ${compare}.`,
      notThereYet: (connection, day) => `Os dados de ${quoted(connection)} de ${day} ainda não estavam disponíveis.`,
      noData: (connection, meant) => {
        const periods = {
          current: 'no período atual',
          compare: 'no período de comparação',
          both: 'nem no período atual nem no de comparação',
        };
        return `${quoted(connection)} não tem dados ${periods[meant]}.`;
      },
      missingDays: ({ connection, period, count, named }) => {
        const which = period === 'current' ? 'do período atual' : 'do período de comparação';
        return `${quoted(connection)} não tem dados em ${days(count)} ${which}: ${named.join('; ')}${more(count, named)}.`;
      },
      valuesLeftOut: ({ connection, metric, period, count }) => {
        const which = period === 'current' ? 'no período atual' : 'no período de comparação';
        const forms = {
          one: '# valor que não pode ser lido e fica fora',
          other: '# valores que não podem ser lidos e ficam fora',
        };
        return `${quoted(connection)} contém, ${which}, ${counted(count, forms)} do indicador ${quoted(metric)}.`;
      },
      looksLike: ({ connection, metric, kind, right }) => {
        const column = {
          ratio: 'soma ou tira a média de uma coluna que parece ser de razões',
          level: 'soma uma coluna que parece ser de saldos, estoques ou preços',
          people: 'soma uma coluna que parece ser de pessoas, que podem estar em várias linhas',
        }[kind];
        return `O indicador ${quoted(metric)} de ${quoted(connection)} ${column}; os números podem estar errados. O correto seria: ${name(right)}.`;
      },
      rowsTruncated: (connection, dimension, most) =>
        `${quoted(connection)} tem mais de ${number(most)} valores de ${quoted(dimension)}; as comparações abrangem apenas os ${number(most)} maiores.`,
      brandPictureLeftOut: (as) =>
        as === 'logo'
          ? 'O logotipo não pode ser exibido e não consta deste relatório.'
          : 'A imagem da capa não pode ser exibida e não consta deste relatório.',
      pictureLeftOut: (alternative) =>
        `Uma imagem não pode ser exibida; no lugar dela está a sua descrição: ${name(alternative)}`,
    },
    notices: {
      sampled: (connection) =>
        `${quoted(connection)} calculou os números a partir de uma amostra dos seus dados: são estimativas.`,
      thresholded: (connection) =>
        `${quoted(connection)} omite valores que dizem respeito a poucas pessoas: as partes podem somar menos do que o total.`,
      otherRow: (connection) => `${quoted(connection)} reuniu os valores raros numa só linha.`,
      withheldRows: (connection) =>
        `${quoted(connection)} retém os valores raros: as partes somam menos do que o total.`,
      repeatedCursor: (connection) =>
        `As páginas de ${quoted(connection)} terminaram numa referência que já tinha surgido: podem faltar linhas.`,
      incompleteFrom: (connection, date) => `Os números de ${quoted(connection)} ainda mudam a partir de ${date}.`,
      sincePublished: (connection, date) =>
        `Os números de cada publicação de ${quoted(connection)} são os acumulados desde que foi publicada, até ${date}; nada é comparado, porque as mais antigas tiveram mais tempo.`,
      timeZoneDiffers: (connection, theirs, ours) =>
        `Os dias de ${quoted(connection)} são os de ${name(theirs)}, não os de ${name(ours)}.`,
      currencyDiffers: (connection, theirs, ours) =>
        `${quoted(connection)} apresenta os montantes em ${name(theirs)} e não em ${name(ours)} como este relatório; são mostrados em ${name(theirs)}, sem conversão.`,
      sourceOmitted: (connection) => `${quoted(connection)} não respondeu e não consta deste relatório.`,
    },
    notes: {
      partialDay: (day) =>
        `Os números incluem o dia ${day}, que ainda não tinha terminado quando os dados foram obtidos.`,
      missingDays: ({ period, count, named }) => {
        const which = period === 'current' ? 'do período atual' : 'do período de comparação';
        return `Sem dados em ${days(count)} ${which}: ${named.join('; ')}${more(count, named)}.`;
      },
      lengthsDiffer: (current, compare, averages) =>
        `Totais de ${days(current)} são comparados com totais de ${days(compare)}.${perDay(averages)}`,
      partialUnits: ({ unit, count, named }) => {
        const forms =
          unit === 'week'
            ? { one: '# semana não está completa', other: '# semanas não estão completas' }
            : { one: '# mês não está completo', other: '# meses não estão completos' };
        return `${counted(count, forms)} (início: ${named.join('; ')}${more(count, named)}).`;
      },
      atEnd: (named) => `Valor no fim do período, não somado por dias: ${writing.list(named.map(name))}.`,
      truncated: (dimension, most) =>
        `Há mais de ${number(most)} valores de ${quoted(dimension)}; as comparações abrangem apenas os ${number(most)} maiores.`,
    },
    mail: {
      open: 'Abrir o relatório',
      unsubscribe: 'Cancelar a subscrição',
      attached: 'O relatório segue em anexo.',
      link: 'O relatório está disponível aqui:',
      linkEnds: (date) => `O link é válido até ${date}.`,
      chatTest: 'Isto é um teste: os relatórios vão chegar a este canal.',
    },
    charts: portugueseCharts(writing),
    tables: portugueseTables(writing),
    gallery: portugueseGallery(writing),
    highlights: portugueseHighlights(writing),
    channels: portugueseChannels(writing),
    goals: portugueseGoals(writing),
    days: portugueseDays(writing),
    portfolio: portuguesePortfolio(writing),
  };
}
