/** The words of the page that asks guests for a password. */
export interface PasswordTexts {
  readonly title: string;
  readonly password: string;
  readonly open: string;
  readonly wrong: string;
  readonly tooMany: string;
}

const english: PasswordTexts = {
  title: 'This link needs a password',
  password: 'Password',
  open: 'Open',
  wrong: 'This password is not right.',
  tooMany: 'There were too many tries. Try again later.',
};

const texts: Readonly<Record<string, PasswordTexts>> = {
  en: english,
  ar: {
    title: 'هذا الرابط محمي بكلمة مرور',
    password: 'كلمة المرور',
    open: 'فتح',
    wrong: 'كلمة المرور غير صحيحة.',
    tooMany: 'محاولات كثيرة جدًا. أعد المحاولة لاحقًا.',
  },
  de: {
    title: 'Dieser Link ist mit einem Passwort geschützt',
    password: 'Passwort',
    open: 'Öffnen',
    wrong: 'Dieses Passwort ist nicht richtig.',
    tooMany: 'Es waren zu viele Versuche. Versuchen Sie es später noch einmal.',
  },
  es: {
    title: 'Este enlace está protegido con una contraseña',
    password: 'Contraseña',
    open: 'Abrir',
    wrong: 'La contraseña no es correcta.',
    tooMany: 'Ha habido demasiados intentos. Vuelva a intentarlo más tarde.',
  },
  fr: {
    title: 'Ce lien est protégé par un mot de passe',
    password: 'Mot de passe',
    open: 'Ouvrir',
    wrong: 'Ce mot de passe n’est pas le bon.',
    tooMany: 'Il y a eu trop d’essais. Réessayez plus tard.',
  },
  ja: {
    title: 'このリンクを開くにはパスワードが必要です',
    password: 'パスワード',
    open: '開く',
    wrong: 'パスワードが正しくありません。',
    tooMany: '試行回数が多すぎます。しばらくしてからもう一度お試しください。',
  },
  pl: {
    title: 'Ten link jest chroniony hasłem',
    password: 'Hasło',
    open: 'Otwórz',
    wrong: 'To hasło nie jest prawidłowe.',
    tooMany: 'Było zbyt wiele prób. Spróbuj ponownie później.',
  },
  pt: {
    title: 'Este link é protegido por senha',
    password: 'Senha',
    open: 'Abrir',
    wrong: 'Esta senha não está correta.',
    tooMany: 'Houve tentativas demais. Tente novamente mais tarde.',
  },
  ru: {
    title: 'Эта ссылка защищена паролем',
    password: 'Пароль',
    open: 'Открыть',
    wrong: 'Пароль неверен.',
    tooMany: 'Слишком много попыток. Повторите позже.',
  },
  uk: {
    title: 'Це посилання захищене паролем',
    password: 'Пароль',
    open: 'Відкрити',
    wrong: 'Пароль неправильний.',
    tooMany: 'Забагато спроб. Спробуйте пізніше.',
  },
};

/** The texts in the language of reports, in which each of its languages has them. */
export function passwordTexts(language: string): PasswordTexts {
  return texts[language] ?? english;
}
