/** Whether Accept-Encoding names an encoding without the weight 0, which refuses it (RFC 9110 section 12.4.2). */
export function takesEncoding(encoding: 'gzip' | 'br', accepted: string | string[] | undefined): boolean {
  return accepted !== undefined && forms[encoding].test(String(accepted));
}

const formOf = (encoding: string) =>
  new RegExp(`(?:^|,)\\s*${encoding}\\s*(?:$|,|;\\s*q=(?!0(?:\\.0*)?\\s*(?:$|,)))`, 'i');
const forms = { gzip: formOf('gzip'), br: formOf('br') } as const;
