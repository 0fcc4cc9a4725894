import type { Messages } from '../catalog.ts';

export const security: Messages['security'] = {
  title: 'Segurança',
  about: 'O que a conta exige das pessoas que trabalham nela. Nada disso vale para tokens.',
  networks: 'Redes de onde se pode entrar',
  networksAdvice: 'Por exemplo, 203.0.113.0/24. Sem nenhuma, entra-se de qualquer lugar.',
  chosenNetworks: 'Redes',
  noNetwork: (text) => `“${text}” não é uma rede`,
  rules: {
    network: 'Uma rede se escreve como 203.0.113.0/24 ou 2001:db8::/32, sem bits além do seu comprimento.',
    own_address: 'Nenhuma destas redes contém o endereço de onde você vem. Você ficaria de fora.',
  },
  idle: 'Encerrar a sessão após este tempo sem uso',
  longest: 'Encerrar a sessão após este tempo em qualquer caso',
  standard: (time) => `Como de costume: ${time}`,
  secondFactor: 'Todos precisam de um segundo fator',
  secondFactorAdvice: 'Quem ainda não tem é levado a configurar um: uma chave de acesso ou códigos de uso único.',
  kept: {
    title: 'Guarda de relatórios',
    label: 'Guardar relatórios',
    forever: 'Para sempre',
    advice:
      'Os mais antigos são excluídos definitivamente, com arquivos, comentários e links encerrados. Um prazo menor vale após sete dias.',
    due: (at, r, j) => `Em ${at} seriam excluídos: relatórios ${r}, tarefas ${j}.`,
    stays: (n) => `Antigos o bastante, mas mantidos (links, retenções, trabalho em curso): ${n}`,
    next: (t, d) => `${t} a partir de ${d}`,
    first: (d) => `Os primeiros são excluídos no mínimo em ${d}.`,
    back: 'Desfazer a mudança',
    save: 'Salvar',
    hold: 'Retenção legal',
    holdAdvice: 'Enquanto durar, nada é excluído pela idade.',
    reason: 'Motivo',
    set: 'Pôr retenção legal',
    end: 'Encerrar',
    rules: { minimum: 'O plano guarda os relatórios pelo menos por mais tempo.' },
  },
  save: 'Salvar segurança',
};
