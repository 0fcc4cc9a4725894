/** A name as an SQL identifier. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A text as an SQL literal. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
