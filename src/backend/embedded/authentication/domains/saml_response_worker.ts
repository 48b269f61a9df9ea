/**
 * Verifies the response of a SAML provider on a worker thread: signatures of large documents take
 * most of a second, and any client can send one.
 */
import { SAML, type SamlConfig } from '@node-saml/node-saml';
import { decrypt } from 'xml-encryption';
import { readAssertion, type Assertion, type ExpectedAssertion } from './saml_assertion';
import {
  all,
  AssertionError,
  checkXml,
  parseXml,
  refuseSha1In,
  readInWorker,
  type ReadResult,
} from './saml_xml';

const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';

export interface SamlResponseDocument {
  /** Base64. */
  readonly response: string;
  /** Settings of the library without those of the provider. */
  readonly library: Omit<SamlConfig, 'idpCert'>;
  /** Certificates of the provider, PEM. */
  readonly certificates: readonly string[];
  readonly allowsSha1: boolean;
  readonly expected: ExpectedAssertion;
}

export const run = (response: SamlResponseDocument): Promise<ReadResult<Assertion>> =>
  readInWorker(() => assertionIn(response));

async function assertionIn(result: SamlResponseDocument): Promise<Assertion> {
  const { response, library, certificates, allowsSha1, expected } = result;
  const xml = Buffer.from(response, 'base64').toString('utf8');
  checkXml(xml);
  const document = parseXml(xml);
  refuseFailure(document);
  if (!allowsSha1) await refuseSha1(document, library.decryptionPvk);
  const saml = new SAML({ ...library, idpCert: [...certificates] });
  const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: response });
  return readAssertion(profile?.getAssertion?.(), expected);
}

/** The library checks the status only if there is no assertion. */
function refuseFailure({ documentElement }: Document): void {
  const statuses = getChildren(documentElement, 'Status');
  const codes = statuses.flatMap((status) => getChildren(status, 'StatusCode'));
  const [code] = codes;
  if (statuses.length !== 1 || codes.length !== 1 || code?.getAttribute('Value') !== SUCCESS)
    throw new AssertionError('its status is not Success');
}

const getChildren = (parent: Element, name: string): readonly Element[] =>
  all(parent, name, PROTOCOL).filter(({ parentNode }) => parentNode === parent);

async function refuseSha1(document: Document, key: SamlConfig['decryptionPvk']): Promise<void> {
  refuseSha1In(document);
  if (key === undefined) return;
  for (const secret of all(document, 'EncryptedAssertion', '*'))
    refuseSha1In(parseXml(await decryptXml(secret.toString(), key)));
}

const decryptXml = (xml: string, key: string | Buffer): Promise<string> =>
  new Promise((resolve, reject) =>
    decrypt(xml, { key }, (error, text) => (error ? reject(error) : resolve(String(text))))
  );
