/**
 * Proves the answer of a SAML provider, for a thread of its own: signatures of large documents take
 * most of a second, and anybody may send one.
 */
import { SAML, type SamlConfig } from '@node-saml/node-saml';
import { decrypt } from 'xml-encryption';
import { readAssertion, type Assertion, type ExpectedAssertion } from './saml_assertion';
import { all, checkXml, parsed, refuseSha1In, verdictOf, type Verdict } from './saml_xml';

export interface SamlAnswer {
  /** Base64. */
  readonly response: string;
  /** Without the provider. */
  readonly library: Omit<SamlConfig, 'idpCert'>;
  /** Of the provider, PEM. */
  readonly certificates: readonly string[];
  readonly allowsSha1: boolean;
  readonly expected: ExpectedAssertion;
}

export const run = (answer: SamlAnswer): Promise<Verdict<Assertion>> =>
  verdictOf(() => assertionIn(answer));

async function assertionIn(answer: SamlAnswer): Promise<Assertion> {
  const { response, library, certificates, allowsSha1, expected } = answer;
  const xml = Buffer.from(response, 'base64').toString('utf8');
  checkXml(xml);
  if (!allowsSha1) await refuseSha1(xml, library.decryptionPvk);
  const saml = new SAML({ ...library, idpCert: [...certificates] });
  const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: response });
  return readAssertion(profile?.getAssertion?.(), expected);
}

async function refuseSha1(xml: string, key: SamlConfig['decryptionPvk']): Promise<void> {
  const document = parsed(xml);
  refuseSha1In(document);
  if (key === undefined) return;
  for (const secret of all(document, 'EncryptedAssertion', '*'))
    refuseSha1In(parsed(await decrypted(secret.toString(), key)));
}

const decrypted = (xml: string, key: string | Buffer): Promise<string> =>
  new Promise((resolve, reject) =>
    decrypt(xml, { key }, (error, text) => (error ? reject(error) : resolve(String(text))))
  );
