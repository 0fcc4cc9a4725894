/** A name as an SQL identifier. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A name as people write it in SQL: quoted only where necessary. */
export function plainIdentifier(name: string): string {
  return /^[a-z_]\w*$/i.test(name) ? name : identifier(name);
}

/** A text as an SQL literal. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Quotes as in RFC 4180. */
export const quoting = `quote = '"', escape = '"'`;
