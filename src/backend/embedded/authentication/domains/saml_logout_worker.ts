/**
 * Verifies a logout request of a SAML provider (SAML 2.0 Core, section 3.7.1; Single Logout
 * Profile, section 4.4), on a worker thread. The message must be signed, with either binding.
 */
import { SAML, type SamlConfig } from '@node-saml/node-saml';
import { inflateRawSync } from 'node:zlib';
import { DOMAIN_LIMITS } from '../../../../contracts/limits';
import { SAML_SKEW_MS } from './saml_assertion';
import {
  AssertionError,
  checkXml,
  isSha1,
  parseXml,
  refuseSha1In,
  readInWorker,
  type ReadResult,
} from './saml_xml';

export interface SamlLogoutRequest {
  /** Base64; with the redirect binding also deflated. */
  readonly message: string;
  /** The query as received, which is the signed text; absent for a posted message. */
  readonly query?: string;
  /** Settings of the library without those of the provider. */
  readonly library: Omit<SamlConfig, 'idpCert'>;
  /** Certificates of the provider, PEM. */
  readonly certificates: readonly string[];
  readonly allowsSha1: boolean;
  readonly issuer: string;
  /** The address that received the message. */
  readonly destination: string;
  readonly nowMs: number;
}

export interface SamlLoggedOut {
  readonly id: string;
  readonly nameId: string;
  /** Absent: all sessions of the user. */
  readonly sessionIndex?: string;
}

const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
const ALGORITHM =
  /^http:\/\/www\.w3\.org\/(?:2000\/09\/xmldsig#rsa-sha1|2001\/04\/xmldsig-more#rsa-sha(?:256|384|512))$/;

export const run = (request: SamlLogoutRequest): Promise<ReadResult<SamlLoggedOut>> =>
  readInWorker(() => loggedOutBy(request));

async function loggedOutBy(request: SamlLogoutRequest): Promise<SamlLoggedOut> {
  const { message, query, library, certificates, issuer } = request;
  const xml = toText(request);
  checkXml(xml);
  const document = parseXml(xml);
  if (!request.allowsSha1) refuseSha1In(document);
  checkHead(document.documentElement, request);
  const saml = new SAML({ ...library, idpIssuer: issuer, idpCert: [...certificates] });
  const { profile } =
    query === undefined
      ? await saml.validatePostRequestAsync({ SAMLRequest: message })
      : await byRedirect(saml, query, request.allowsSha1);
  if (!profile?.nameID) throw new AssertionError('it names nobody');
  const sessions = document.documentElement.getElementsByTagNameNS(PROTOCOL, 'SessionIndex');
  const [only] = Array.from(sessions, ({ textContent }) => textContent?.trim() ?? '');
  return {
    id: String(profile['ID']),
    nameId: profile.nameID,
    // A request with several sessions ends all sessions of the user.
    ...(sessions.length === 1 && only && { sessionIndex: only }),
  };
}

function toText({ message, query }: SamlLogoutRequest): string {
  const bytes = Buffer.from(message, 'base64');
  if (query === undefined) return bytes.toString('utf8');
  const maxOutputLength = DOMAIN_LIMITS.samlResponseLength;
  return inflateRawSync(bytes, { maxOutputLength }).toString('utf8');
}

/** Checks the attributes of the message. Its signature is verified afterwards. */
function checkHead(root: Element | null, request: SamlLogoutRequest): void {
  if (root?.localName !== 'LogoutRequest' || root.namespaceURI !== PROTOCOL)
    throw new AssertionError('it is no logout request');
  if (root.getAttribute('Destination') !== request.destination)
    throw new AssertionError('it is for another place');
  const ageMs = request.nowMs - Date.parse(root.getAttribute('IssueInstant') ?? '');
  if (!(ageMs <= DOMAIN_LIMITS.samlLogoutMs && ageMs >= -SAML_SKEW_MS))
    throw new AssertionError('it is of another time');
}

/**
 * The library accepts unsigned messages and finds parameters by parts of their names, so both are
 * checked here.
 */
async function byRedirect(saml: SAML, query: string, allowsSha1: boolean) {
  const tokens = query.replace(/^\?/, '').split('&');
  const getToken = (name: string): string | undefined => {
    const [first, second] = tokens.filter((token) => token.startsWith(`${name}=`));
    if (second !== undefined) throw new AssertionError('a parameter stands twice');
    return first;
  };
  const [request, relay, algorithm, signature] = [
    ...['SAMLRequest', 'RelayState', 'SigAlg', 'Signature'].map(getToken),
  ];
  if (!request || !algorithm || !signature) throw new AssertionError('it is not signed');
  const plain = [request, ...(relay === undefined ? [] : [relay]), algorithm, signature].join('&');
  const values = Object.fromEntries(new URLSearchParams(plain));
  const named = values['SigAlg'] ?? '';
  if (!ALGORITHM.test(named) || (isSha1(named) && !allowsSha1))
    throw new AssertionError('its signature method is not accepted');
  return saml.validateRedirectAsync(values, plain);
}
