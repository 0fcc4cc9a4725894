/** The statement's SELECTs, each without what stands in parentheses within it. */
function selectsOf(sql: string): string[] {
  const levels: string[] = [''];
  const done: string[] = [];
  for (const [part = ''] of sql.matchAll(/'(?:[^']|'')*'|"(?:[^"]|"")*"|[\s\S]/g)) {
    if (part === '(') levels.push('');
    else if (part === ')') done.push(levels.pop() ?? '');
    else levels[levels.length - 1] += part;
  }
  return [...done, ...levels].flatMap((level) => level.split(/\bUNION ALL\b/i));
}

/**
 * A name that a SELECT gives to an expression and groups by, which servers that group by columns alone do not know;
 * undefined where there is none. A column that keeps its own name is one.
 */
export function groupedAlias(sql: string): string | undefined {
  for (const select of selectsOf(sql)) {
    const grouped = /\bGROUP BY\s+([\s\S]*?)(?:\bORDER BY\b|\bLIMIT\b|$)/i.exec(select)?.[1]?.split(',') ?? [];
    for (const name of grouped.map((each) => each.trim())) {
      const isNamed = new RegExp(`\\bAS ${name}\\b`).test(select);
      if (/^\w+__$/.test(name) && isNamed && !new RegExp(`\\b${name} AS ${name}\\b`).test(select)) return name;
    }
  }
  return undefined;
}
