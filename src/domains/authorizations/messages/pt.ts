import type { Texts } from './en.ts';

export const portuguese: Texts = {
  connect: (vendor: string) => `Ligar ${vendor}`,
  asked: (vendor: string) =>
    `Pede-se-lhe que inicie sessão em ${vendor}, para que os relatórios possam ler os seus números. Com isso nada pode ser alterado.`,
  account: 'Para',
  project: 'Projeto',
  connection: 'Ligação',
  system: 'Lê',
  warning: 'Continue apenas se souber de quem se trata e esperar este pedido.',
  consequence: (host: string) =>
    `Quem o enviou verá os números da conta com que iniciar sessão. Pode retirá-lo a qualquer momento em ${host}.`,
  goOn: (vendor: string) => `Continuar para ${vendor}`,
  onTo: (vendor: string) => `Para ${vendor}`,
  granted: (vendor: string) => `${vendor} está ligado`,
  grantedText: (project: string, connection: string) =>
    `Os relatórios de ${project} já podem ler o que ${connection} representa. Pode fechar esta página.`,
  nothing: 'Nada foi ligado',
  denied: 'Não o permitiu. Se afinal quiser:',
  incomplete: 'Nem tudo o que os relatórios precisam foi permitido. Todas as caixas têm de ficar assinaladas.',
  refused: (vendor: string) =>
    `${vendor} recusou o pedido. O operador verifica lá o seu cliente e o endereço de redirecionamento.`,
  noClient: (vendor: string) => `Este serviço já não está registado em ${vendor}. O seu operador pode mudar isso.`,
  connectionRemoved: 'A ligação foi removida entretanto.',
  failed: (vendor: string) => `${vendor} não concluiu o início de sessão.`,
  again: 'Peça um novo link a quem lho enviou.',
  unknown: 'Este link não leva a lado nenhum',
  unknownText: 'Pode estar mal escrito ou ter terminado.',
  expired: 'Este link expirou',
  expiredText: 'Pode ser respondido durante meia hora.',
  used: 'Este link já foi respondido',
  usedText: 'Se acabou de ler que tudo está ligado, não há mais nada a fazer. Caso contrário:',
  otherBrowser: 'Isto foi começado noutro navegador',
  otherBrowserText: 'Nada foi ligado. Abra neste navegador o link que recebeu, com cookies permitidos, e continue daí.',
  cannotGoOn: 'A página não pode continuar',
  noCookieText: 'O seu navegador não guardou o cookie. Permita cookies para este site e abra o link outra vez.',
  fault: 'A página não pode ser mostrada',
  busyText: 'Tente outra vez daqui a pouco.',
  tooManyText: 'Houve demasiados pedidos. Espere um minuto e tente outra vez.',
  openText: 'Abra o link tal como lhe foi enviado.',
  laterText: 'Tente mais tarde.',
};
