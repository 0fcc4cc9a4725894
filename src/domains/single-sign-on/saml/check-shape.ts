import {
  assertionNamespace,
  digestAlgorithms,
  envelopedTransform,
  exclusiveForm,
  protocolNamespace,
  signatureAlgorithms,
  signatureNamespace,
  successStatus,
} from './names.ts';
import { childrenOf, elementsOf, onlyChildOf, textOf, type XmlElement } from './read-xml.ts';
import { SamlRefusal } from './refusal.ts';

/** A response of the one shape that is taken. Nothing of it is believed yet. */
export interface ShapedResponse {
  readonly response: XmlElement;
  readonly assertion: XmlElement;
  readonly isResponseSigned: boolean;
}

/** The library looks some of these up by their names alone, wherever they are within a signature. */
const once = ['SignedInfo', 'SignatureValue', 'CanonicalizationMethod', 'SignatureMethod', 'Reference', 'DigestMethod'];

const parts: ReadonlySet<string> = new Set([
  `{${assertionNamespace}}Issuer`,
  `{${signatureNamespace}}Signature`,
  `{${protocolNamespace}}Status`,
  `{${assertionNamespace}}Assertion`,
]);

/**
 * Takes a response only of this shape: one assertion, signed, directly within it; signatures nowhere but directly within
 * these two and over their own parents; every id once. Each way of wrapping a signed assertion into another message, which
 * other software would then read, needs more than that. Throws a SamlRefusal.
 */
export function checkShape(response: XmlElement): ShapedResponse {
  if (!isNamed(response, protocolNamespace, 'Response')) throw wrong('It is no response');
  const all = [...elementsOf(response)];
  if (all.some(({ name }) => name.startsWith('Encrypted'))) {
    throw new SamlRefusal('encrypted', 'Encrypted assertions are not read');
  }
  checkIds(all);
  checkParts(response);
  checkStatus(response);
  const [assertion, ...others] = all.filter(({ name }) => name === 'Assertion');
  const isOne = assertion && others.length === 0 && childrenOf(response, assertionNamespace, 'Assertion').length === 1;
  if (!isOne) throw wrong('It has not one assertion');
  if (all.filter(({ name }) => name === 'Response').length > 1) throw wrong('It has another response within it');
  for (const each of [response, assertion]) {
    if (each.attributes.get('Version') !== '2.0') throw wrong('It is not of version 2.0');
  }
  const isResponseSigned = checkSignatures(response, assertion, all);
  return { response, assertion, isResponseSigned };
}

/** Ids are without a prefix, are names, and are there once, in whatever letters the attribute is written. */
function checkIds(all: readonly XmlElement[]): void {
  const known = new Set<string>();
  for (const { attributes } of all) {
    for (const [name, value] of attributes) {
      if (!/(?:^|\})id$/i.test(name)) continue;
      if (name.startsWith('{')) throw wrong('It has an id with a prefix');
      if (known.has(value) || !/^[A-Za-z_][\w.-]*$/.test(value))
        throw wrong('It has an id twice, or one that is no name');
      known.add(value);
    }
  }
}

function checkParts(response: XmlElement): void {
  const names = response.children.map(({ namespace, name }) => `{${namespace}}${name}`);
  const isKnown = names.every((name) => parts.has(name)) && new Set(names).size === names.length;
  if (!isKnown || response.text.trim() !== '') throw wrong('It has parts that a response does not need');
}

function checkStatus(response: XmlElement): void {
  const status = onlyChildOf(response, protocolNamespace, 'Status');
  const code = status && onlyChildOf(status, protocolNamespace, 'StatusCode');
  if (code?.attributes.get('Value') === successStatus) return;
  const [reason] = code ? childrenOf(code, protocolNamespace, 'StatusCode') : [];
  const told = (reason ?? code)?.attributes.get('Value') ?? 'no status';
  throw new SamlRefusal('not_successful', `The provider answers with ${told.slice(0, 200)}`);
}

/** Whether the response is signed beside the assertion, which has to be. */
function checkSignatures(response: XmlElement, assertion: XmlElement, all: readonly XmlElement[]): boolean {
  const [own, outer] = [assertion, response].map((each) => childrenOf(each, signatureNamespace, 'Signature'));
  const known = [...(own ?? []), ...(outer ?? [])];
  if (own?.length === 0) throw new SamlRefusal('unsigned', 'The assertion is not signed');
  const isElsewhere = all.filter(({ name }) => name === 'Signature').length > known.length;
  if (isElsewhere || own?.length !== 1) throw wrong('It has signatures in other places');
  for (const signature of own) checkSignature(signature, assertion);
  for (const signature of outer ?? []) checkSignature(signature, response);
  return known.length > 1;
}

/** The signature's shape and algorithms (XML Signature 1.1; SAML 2.0 Core, section 5.4). */
function checkSignature(signature: XmlElement, parent: XmlElement): void {
  const [info, value, keyInfo, ...more] = signature.children;
  const isKnown =
    info &&
    isOfSignature(info, 'SignedInfo') &&
    isOfSignature(value, 'SignatureValue') &&
    more.length === 0 &&
    textOf(value) !== '';
  if (!isKnown || (keyInfo && !isOfSignature(keyInfo, 'KeyInfo'))) throw wrong('It has a signature with other parts');
  const [form, method, reference, ...others] = info.children;
  const isInfo =
    isOfSignature(form, 'CanonicalizationMethod') && isOfSignature(method, 'SignatureMethod') && others.length === 0;
  if (!isInfo || !reference || !isOfSignature(reference, 'Reference'))
    throw wrong('It has a signature of other things');
  const names = [...elementsOf(signature)].map(({ name }) => name);
  if (once.some((name) => names.filter((each) => each === name).length !== 1)) throw wrong('It has a part twice');
  const isAllowed = algorithmOf(form) === exclusiveForm && signatureAlgorithms.has(algorithmOf(method));
  if (!isAllowed || method?.children.length !== 0) throw weak(`It is signed by ${algorithmOf(method)}`);
  checkReference(reference, parent);
}

function checkReference(reference: XmlElement, parent: XmlElement): void {
  if (reference.attributes.get('URI') !== `#${parent.attributes.get('ID')}`) {
    throw wrong('It has a signature of another element');
  }
  const [transforms, method, value, ...more] = reference.children;
  const isKnown =
    isOfSignature(transforms, 'Transforms') &&
    isOfSignature(method, 'DigestMethod') &&
    isOfSignature(value, 'DigestValue');
  if (!isKnown || more.length > 0 || !/^[A-Za-z0-9+/=\s]+$/.test(textOf(value))) {
    throw wrong('It has a signature with other parts');
  }
  if (!digestAlgorithms.has(algorithmOf(method))) throw weak(`It has a digest by ${algorithmOf(method)}`);
  const [enveloped, form, ...others] = (transforms?.children ?? []).map(algorithmOf);
  const isAllowed = enveloped === envelopedTransform && form === exclusiveForm && others.length === 0;
  if (!isAllowed) throw weak('It is signed in another form than the exclusive canonical one');
}

function isNamed(element: XmlElement | undefined, namespace: string, name: string): boolean {
  return element?.namespace === namespace && element.name === name;
}

const isOfSignature = (element: XmlElement | undefined, name: string) => isNamed(element, signatureNamespace, name);

const algorithmOf = (element: XmlElement | undefined) => element?.attributes.get('Algorithm') ?? 'nothing';
const wrong = (message: string) => new SamlRefusal('wrong_shape', message);
const weak = (message: string) => new SamlRefusal('weak_algorithm', message);
