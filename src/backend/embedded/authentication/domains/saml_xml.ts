/** Shared by the worker threads that parse a SAML provider's documents. */
import { DOMParser } from '@xmldom/xmldom';
import { DOMAIN_LIMITS } from '../../../../contracts/limits';

/** Says which check a message failed, without any of its content. */
export class AssertionError extends Error {}

/** The result of a worker. `reason` is text of this code or of a library. */
export type ReadResult<Found> =
  { readonly ok: true; readonly found: Found } | { readonly ok: false; readonly reason: string };

/** Turns any exception of a library into an error result. */
export async function readInWorker<Found>(read: () => Promise<Found>): Promise<ReadResult<Found>> {
  try {
    return { ok: true, found: await read() };
  } catch (error) {
    return { ok: false, reason: error instanceof AssertionError ? error.message : String(error) };
  }
}

const SIGNATURE_SPACE = 'http://www.w3.org/2000/09/xmldsig#';
const SHA1 = /#(?:(?:rsa|dsa|hmac|ecdsa)-)?sha1$/i;

/**
 * Rejects documents that no provider sends, before they are parsed: entity declarations, comments
 * and CDATA sections that could hide text, and documents with too many elements.
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

/** Parses leniently, for a first inspection; the library then parses strictly. */
export const parseXml = (xml: string): Document =>
  new DOMParser({ errorHandler: () => undefined }).parseFromString(xml, 'text/xml');

export const all = (
  root: Document | Element,
  name: string,
  space = SIGNATURE_SPACE
): readonly Element[] => Array.from(root.getElementsByTagNameNS(space, name));

/** Recognizes the standard's algorithm names. */
export const isSha1 = (algorithm: string | null | undefined): boolean => SHA1.test(algorithm ?? '');

/** Rejects SHA-1 signatures, which can be forged by collisions. The library would accept them. */
export function refuseSha1In(document: Document): void {
  for (const signed of all(document, 'SignedInfo'))
    for (const method of [...all(signed, 'SignatureMethod'), ...all(signed, 'DigestMethod')])
      if (isSha1(method.getAttribute('Algorithm')))
        throw new AssertionError('it is signed with SHA-1, which can be forged');
}
