import { readNetwork } from '../networks.ts';
import { systemWords } from './system-words.ts';

/** Reads the networks of `ALLOWED_NETWORKS`, in the form of `readNetwork`. */
export function readAllowedNetworks(value: string | null, faults: string[]): string[] {
  const networks = new Set<string>();
  for (const text of value?.split(',') ?? []) {
    try {
      if (text.trim() !== '') networks.add(readNetwork(text.trim()));
    } catch (error) {
      const { message } = error as RangeError;
      faults.push(`ALLOWED_NETWORKS must hold networks such as 10.0.0.0/8, separated by commas: ${message}`);
    }
  }
  return [...networks];
}

/**
 * Reads `SYSTEM_ADDRESSES`: for every word its address, without a trailing slash, or null for the system's own. The
 * addresses are not repeated in faults: they may carry a password.
 */
export function readSystemAddresses(value: string | null, faults: string[]): Record<string, string | null> {
  const addresses: Record<string, string | null> = Object.fromEntries(systemWords.map((word) => [word, null]));
  if (value === null) return addresses;
  const given = parseObject(value);
  if (!given) {
    faults.push(
      'SYSTEM_ADDRESSES must be a JSON object such as {"google-analytics": "https://gateway.example.com/ga"}',
    );
    return addresses;
  }
  for (const [word, address] of Object.entries(given)) {
    const fault = findFault(word, address);
    if (fault) faults.push(`SYSTEM_ADDRESSES ${fault}`);
    else addresses[word] = String(address).replace(/\/+$/, '');
  }
  return addresses;
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

function findFault(word: string, address: unknown): string | undefined {
  if (!(systemWords as readonly string[]).includes(word)) {
    return `has no word "${word}", only ${systemWords.join(', ')}`;
  }
  const text = typeof address === 'string' ? address : '';
  const named = text.replaceAll('{shop}', 'shop');
  if (named !== text && !word.startsWith('shopify')) {
    return `has {shop} in the address of "${word}", but it may stand in those of Shopify alone`;
  }
  if (/[{}]/.test(named)) return `has another word than {shop} in braces in the address of "${word}"`;
  if (!/^https?:\/\//i.test(named) || !URL.canParse(named)) {
    return `must have a URL that starts with https:// or http:// for "${word}"`;
  }
  const { username, password } = new URL(named);
  if (username || password || /[?#]/.test(named)) {
    return `must have no user, password, "?" or "#" in the address of "${word}", since paths are put behind it`;
  }
  return undefined;
}
