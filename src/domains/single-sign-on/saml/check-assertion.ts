import { skewMs } from './certificates.ts';
import { assertionNamespace, bearerMethod, transientFormat } from './names.ts';
import { childrenOf, textOf, type XmlElement } from './read-xml.ts';
import { SamlRefusal } from './refusal.ts';

/** What an answer has to be for, and from. */
export interface Expected {
  /** The provider's entity id. */
  readonly issuer: string;
  /** Ours. */
  readonly audience: string;
  /** The address of ours that takes answers. */
  readonly recipient: string;
  /** The id of the request of this browser. */
  readonly requestId: string;
}

/** Whom a signed assertion is about. */
export interface Subject {
  readonly nameId: string;
  /** When they last proved to the provider who they are, in seconds since 1970. */
  readonly authenticatedAt: number | null;
  /** Until when the assertion could be used, in milliseconds since 1970. */
  readonly untilMs: number;
}

/** Of `xs:dateTime`, with a zone; SAML writes them in UTC (SAML 2.0 Core, section 1.3.3). */
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;
const knownConditions: ReadonlySet<string> = new Set(['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction']);
const longestNameId = 1_000;

/**
 * Checks what a signed assertion says of itself (SAML 2.0 Profiles, section 4.1.4.3): who says it, for whom, in answer to
 * which request, and when. Throws a SamlRefusal.
 */
export function checkAssertion(assertion: XmlElement, expected: Expected, now: number): Subject {
  if (textOf(child(assertion, 'Issuer')) !== expected.issuer) {
    throw new SamlRefusal('wrong_issuer', 'The assertion is of another issuer');
  }
  checkConditions(child(assertion, 'Conditions'), expected, now);
  const subject = child(assertion, 'Subject');
  const untilMs = checkConfirmation(subject, expected, now);
  const statement = child(assertion, 'AuthnStatement');
  if (!statement) throw new SamlRefusal('wrong_shape', 'It does not say that somebody signed in');
  const ends = statement.attributes.get('SessionNotOnOrAfter');
  if (ends !== undefined && readInstant(ends) + skewMs <= now)
    throw new SamlRefusal('expired', 'The session has ended');
  const authenticated = statement.attributes.get('AuthnInstant');
  return {
    nameId: nameIdOf(subject),
    authenticatedAt: authenticated === undefined ? null : Math.floor(readInstant(authenticated) / 1000),
    untilMs,
  };
}

function checkConditions(conditions: XmlElement | undefined, { audience }: Expected, now: number): void {
  if (conditions) checkTimes(conditions, now);
  const restrictions = conditions ? childrenOf(conditions, assertionNamespace, 'AudienceRestriction') : [];
  const isOurs = restrictions.every((each) =>
    childrenOf(each, assertionNamespace, 'Audience').some((one) => textOf(one) === audience),
  );
  if (restrictions.length === 0 || !isOurs) throw new SamlRefusal('wrong_audience', 'The assertion is not for us');
  const isKnown = conditions?.children.every(
    ({ namespace, name }) => namespace === assertionNamespace && knownConditions.has(name),
  );
  // What is not understood leaves nothing valid (SAML 2.0 Core, section 2.5.1.1).
  if (!isKnown) throw new SamlRefusal('wrong_shape', 'The assertion has a condition that is not known here');
}

/** One confirmation of the bearer has to fit in all; the fault of the last one is told. */
function checkConfirmation(subject: XmlElement | undefined, expected: Expected, now: number): number {
  let refusal = new SamlRefusal('no_subject', 'The assertion has no subject that whoever brings it may claim to be');
  const confirmations = subject ? childrenOf(subject, assertionNamespace, 'SubjectConfirmation') : [];
  for (const each of confirmations.filter(({ attributes }) => attributes.get('Method') === bearerMethod)) {
    try {
      return checkBearer(child(each, 'SubjectConfirmationData'), expected, now);
    } catch (error) {
      if (!(error instanceof SamlRefusal)) throw error;
      refusal = error;
    }
  }
  throw refusal;
}

function checkBearer(data: XmlElement | undefined, { recipient, requestId }: Expected, now: number): number {
  const { attributes } = data ?? { attributes: new Map<string, string>() };
  if (attributes.get('Recipient') !== recipient) {
    throw new SamlRefusal('wrong_recipient', 'The assertion is for another recipient');
  }
  if (attributes.get('InResponseTo') !== requestId) {
    throw new SamlRefusal('wrong_request', 'The assertion answers another request');
  }
  const ends = attributes.get('NotOnOrAfter');
  if (!data || ends === undefined) throw new SamlRefusal('wrong_shape', 'The confirmation does not say when it ends');
  checkTimes(data, now);
  return readInstant(ends) + skewMs;
}

function checkTimes({ attributes }: XmlElement, now: number): void {
  const [begins, ends] = [attributes.get('NotBefore'), attributes.get('NotOnOrAfter')];
  if (begins !== undefined && readInstant(begins) - skewMs > now) {
    throw new SamlRefusal('not_yet_valid', `The assertion begins at ${begins}`);
  }
  if (ends !== undefined && readInstant(ends) + skewMs <= now) {
    throw new SamlRefusal('expired', `The assertion ended at ${ends}`);
  }
}

function nameIdOf(subject: XmlElement | undefined): string {
  const element = subject && child(subject, 'NameID');
  const nameId = textOf(element);
  if (nameId === '' || nameId.length > longestNameId)
    throw new SamlRefusal('no_subject', 'The assertion has no NameID');
  if (element?.attributes.get('Format') === transientFormat) {
    throw new SamlRefusal('no_subject', 'The NameID is another one each time (transient)');
  }
  return nameId;
}

function readInstant(text: string): number {
  const at = instant.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) throw new SamlRefusal('wrong_shape', 'The assertion has a time that is none');
  return at;
}

function child(element: XmlElement, name: string): XmlElement | undefined {
  const found = childrenOf(element, assertionNamespace, name);
  if (found.length > 1) throw new SamlRefusal('wrong_shape', `The assertion has more than one ${name}`);
  return found[0];
}
