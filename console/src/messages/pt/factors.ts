import type { Messages } from '../catalog.ts';
import { plural } from '../plural.ts';

export const factors: Messages['factors'] = {
  required: {
    account: (account) =>
      `${account} exige um segundo fator de todos. Configure uma chave de acesso ou códigos de uso único para continuar.`,
    administration:
      'A administração exige um segundo fator. Configure uma chave de acesso ou códigos de uso único para continuar.',
  },
  lastFactor: 'Uma de suas contas exige um segundo fator. Configure outro antes de remover o último.',
  passkeys: {
    title: 'Chaves de acesso',
    text: 'Você entra com sua digital, seu rosto ou o PIN do seu dispositivo, sem senha.',
    none: 'Você ainda não tem uma chave de acesso.',
    add: 'Adicionar uma chave de acesso',
    name: 'Nome da chave de acesso',
    nameAdvice: 'Para que você a reconheça.',
    synced: 'Sincronizada',
    syncedText: 'Guardada no seu gerenciador de senhas, em todos os seus dispositivos.',
    created: 'Adicionada',
    used: 'Último uso',
    never: 'Nunca',
    renameNamed: (name) => `Renomear: ${name}`,
    removeNamed: (name) => `Remover: ${name}`,
    removeTitle: 'Remover a chave de acesso',
    removeText: (name) =>
      `Ninguém mais entra aqui com “${name}”, e seus outros navegadores são desconectados. No seu dispositivo, remova-a você mesmo.`,
    removed: 'A chave de acesso foi removida. Outros navegadores foram desconectados.',
    added: 'A chave de acesso está pronta. Outros navegadores foram desconectados.',
    ipAddress:
      'Chaves de acesso precisam de um nome de host, e isto é um endereço IP. Nesta máquina, abra o serviço em localhost.',
    unsupported: 'Este navegador não tem chaves de acesso.',
    failed: 'Nenhuma chave de acesso foi criada. Tente de novo.',
    known: 'Este dispositivo já tem uma chave de acesso sua.',
  },
  codes: {
    title: 'Códigos de uso único',
    text: 'Um aplicativo no seu telefone mostra um código, que você digita depois da senha.',
    none: 'Você não configurou nenhum aplicativo.',
    isOn: (day) => `Seu aplicativo está configurado desde ${day}.`,
    setUp: 'Configurar um aplicativo',
    replace: 'Configurar outro aplicativo',
    remove: 'Remover o aplicativo',
    removeText:
      'Nenhum código será mais pedido, e seus outros navegadores são desconectados. Enquanto uma conta exigir um segundo fator, o último fica.',
    removed: 'O aplicativo foi removido. Outros navegadores foram desconectados.',
    confirmed: 'O aplicativo está configurado. Outros navegadores foram desconectados.',
    scan: 'Escaneie esta imagem com um aplicativo de códigos de uso único ou digite a chave.',
    picture: 'Código QR com a chave',
    key: 'Chave',
    code: 'Código que o aplicativo mostra',
    wrong: 'Este não é o código que o aplicativo mostra agora.',
  },
  recovery: {
    title: 'Códigos de recuperação',
    text: 'Cada um permite entrar uma vez quando suas chaves de acesso e seu aplicativo se perderem. Guarde-os onde possa encontrá-los sem o telefone.',
    left: (count) => plural('pt', count, { one: 'Resta # código.', other: 'Restam # códigos.' }),
    none: 'Você recebe dez deles com a primeira chave de acesso ou o primeiro aplicativo.',
    make: 'Criar novos códigos',
    makeText: 'Os códigos que você tem deixam de funcionar.',
    yours: 'Seus códigos de recuperação',
    once: 'Eles são mostrados só desta vez. Salve ou imprima agora.',
    withheld: 'Os códigos já foram mostrados. Crie novos.',
    kept: 'Eu os salvei',
  },
};
