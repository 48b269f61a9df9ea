/** What the threads that read a SAML provider's documents have in common. */
import { DOMParser } from '@xmldom/xmldom';
import { DOMAIN_LIMITS } from '../../../../contracts/limits';

/** Says in which respect a message does not hold; nothing of its content. */
export class AssertionError extends Error {}

/**
 * What comes back of a thread. `reason` holds nothing of the content but what a library says of it.
 */
export type Verdict<Found> =
  { readonly ok: true; readonly found: Found } | { readonly ok: false; readonly reason: string };

/** Whatever is wrong with a document, a library may say it in any way; it proves nothing. */
export async function verdictOf<Found>(read: () => Promise<Found>): Promise<Verdict<Found>> {
  try {
    return { ok: true, found: await read() };
  } catch (error) {
    return { ok: false, reason: error instanceof AssertionError ? error.message : String(error) };
  }
}

const SIGNATURE_SPACE = 'http://www.w3.org/2000/09/xmldsig#';
const SHA1 = /#(?:(?:rsa|dsa|hmac|ecdsa)-)?sha1$/i;

/**
 * Refuses what no provider sends, before anything is parsed: declarations of entities, comments and
 * sections that texts could be hidden in, and documents whose work grows faster than they do.
 * @throws {AssertionError}
 */
export function checkXml(xml: string): void {
  if (/<!|<\?(?!xml[\s?])/i.test(xml))
    throw new AssertionError('it holds declarations or comments');
  checkSize(xml, DOMAIN_LIMITS.samlElements);
}

/** @throws {AssertionError} */
export function checkSize(xml: string, maxElements: number): void {
  let elements = 0;
  let depth = 0;
  for (const [, isEnd, isEmpty] of xml.matchAll(/<(?![!?])(\/?)[^<>]*?(\/?)>/g)) {
    elements++;
    if (isEnd) depth--;
    else if (!isEmpty) depth++;
    if (elements > maxElements || depth > DOMAIN_LIMITS.samlDepth)
      throw new AssertionError('it has too many elements, or too many inside one another');
  }
}

/** Lenient: for a look at what a library then reads strictly. */
export const parsed = (xml: string): Document =>
  new DOMParser({ errorHandler: () => undefined }).parseFromString(xml, 'text/xml');

export const all = (
  root: Document | Element,
  name: string,
  space = SIGNATURE_SPACE
): readonly Element[] => Array.from(root.getElementsByTagNameNS(space, name));

/** By a name of the standard. */
export const isSha1 = (algorithm: string | null | undefined): boolean => SHA1.test(algorithm ?? '');

/** Two documents can be made to have one such signature. The library takes them all the same. */
export function refuseSha1In(document: Document): void {
  for (const signed of all(document, 'SignedInfo'))
    for (const method of [...all(signed, 'SignatureMethod'), ...all(signed, 'DigestMethod')])
      if (isSha1(method.getAttribute('Algorithm')))
        throw new AssertionError('it is signed with SHA-1, which can be forged');
}
