/**
 * Parses the metadata of a SAML provider (SAML 2.0 Metadata) on a worker thread, because metadata
 * of a federation are large, and a malicious server may make them expensive to parse.
 */
import { DOMParser } from '@xmldom/xmldom';
import { DOMAIN_LIMITS } from '../../../../contracts/limits';
import { all, AssertionError, checkSize, readInWorker, type ReadResult } from './saml_xml';

export interface SamlProvider {
  /** Login URL (HTTP-Redirect binding). */
  readonly loginAt: string;
  /** URL for logout requests (HTTP-Redirect binding). */
  readonly logoutAt?: string;
  /** URL for responses to the provider's own logout requests (HTTP-Redirect binding). */
  readonly loggedOutAt?: string;
  /** The same for the HTTP-POST binding, if the provider offers no other. */
  readonly loggedOutByPostAt?: string;
  /** PEM. */
  readonly certificates: readonly string[];
}

export interface SamlMetadataText {
  readonly text: string;
  /** Entity id of the provider; a document may describe several. */
  readonly entityId: string;
}

const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata';
const BINDINGS = 'urn:oasis:names:tc:SAML:2.0:bindings:';
const REDIRECT = `${BINDINGS}HTTP-Redirect`;
const POST = `${BINDINGS}HTTP-POST`;

export const run = (metadata: SamlMetadataText): Promise<ReadResult<SamlProvider>> =>
  readInWorker(async () => providerIn(metadata));

/** @throws {AssertionError} if the document has no metadata of this provider */
function providerIn({ text, entityId }: SamlMetadataText): SamlProvider {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new AssertionError('the metadata declare entities');
  checkSize(text, DOMAIN_LIMITS.samlMetadataElements);
  const document = getRoot(text);
  const entity = [document, ...all(document, 'EntityDescriptor', METADATA)].find(
    (one) => one.localName === 'EntityDescriptor' && one.getAttribute('entityID') === entityId
  );
  const role = entity && all(entity, 'IDPSSODescriptor', METADATA)[0];
  if (!role) throw new AssertionError('the metadata do not tell of idp.entity_id');
  const getService = (name: string, binding = REDIRECT): Element | undefined =>
    all(role, name, METADATA).find((one) => one.getAttribute('Binding') === binding);
  const certificates = all(role, 'KeyDescriptor', METADATA)
    .filter((key) => ['', 'signing'].includes(key.getAttribute('use') ?? ''))
    .flatMap((key) => all(key, 'X509Certificate'))
    .map((one) => toPem(one.textContent ?? ''));
  const loginAt = getService('SingleSignOnService')?.getAttribute('Location');
  const logout = getService('SingleLogoutService');
  const logoutAt = logout?.getAttribute('Location');
  const loggedOutAt = toResponses(logout);
  const byPost = logout ? undefined : toResponses(getService('SingleLogoutService', POST));
  if (!isWeb(loginAt) || certificates.length === 0)
    throw new AssertionError('the metadata has no login address or no certificate');
  return {
    loginAt,
    certificates,
    ...(isWeb(logoutAt) && { logoutAt }),
    ...(isWeb(loggedOutAt) && { loggedOutAt }),
    ...(isWeb(byPost) && { loggedOutByPostAt: byPost }),
  };
}

const toResponses = (service: Element | undefined): string | null | undefined =>
  service?.getAttribute('ResponseLocation') || service?.getAttribute('Location');

function getRoot(text: string): Element {
  let problem: string | undefined;
  const noteProblem = (message: string) => (problem ??= message);
  const parser = new DOMParser({ errorHandler: { error: noteProblem, fatalError: noteProblem } });
  const root = parser.parseFromString(text, 'text/xml').documentElement as Element | null;
  if (problem !== undefined || !root) throw new AssertionError('the metadata are no XML');
  return root;
}

const isWeb = (location: string | null | undefined): location is string =>
  typeof location === 'string' && /^https?:/i.test(location) && URL.canParse(location);

const toPem = (base64: string): string => {
  const lines = base64.replace(/\s+/g, '').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----'].join('\n');
};
