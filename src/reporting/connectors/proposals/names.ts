const maxLabel = 120;

/** A column's name as people read it. */
export function labelOf(name: string): string {
  const words = name
    .replaceAll(/[_\s]+/g, ' ')
    .trim()
    .slice(0, maxLabel);
  return words === '' ? name.slice(0, maxLabel) || '?' : `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

const letters: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  ł: 'l',
  đ: 'd',
};

/** Keys made of names, none twice. */
export function keysMaker(): (name: string) => string {
  const used = new Set<string>();
  return (name) => {
    const spelled = name.toLowerCase().replaceAll(/[äöüßøæłđ]/g, (letter) => letters[letter] ?? '');
    const plain = spelled
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .replaceAll(/[^a-z0-9]+/g, '_');
    const bare = plain.replaceAll(/^_+|_+$/g, '').slice(0, 60) || 'column';
    const key = /^[a-z]/.test(bare) ? bare : `c_${bare}`;
    let unique = key;
    for (let count = 2; used.has(unique); count++) unique = `${key}_${count}`;
    used.add(unique);
    return unique;
  };
}
