/**
 * Proves the answer of a SAML provider, for a thread of its own: signatures of large documents take
 * most of a second, and anybody may send one.
 */
import { DOMParser } from '@xmldom/xmldom';
import { SAML, type SamlConfig } from '@node-saml/node-saml';
import { decrypt } from 'xml-encryption';
import {
  AssertionError,
  checkXml,
  readAssertion,
  type Assertion,
  type ExpectedAssertion,
} from './saml_assertion';

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

/** `reason` says in which respect; nothing of the content but what a library says of it. */
export type SamlVerdict =
  | { readonly ok: true; readonly assertion: Assertion }
  | { readonly ok: false; readonly reason: string };

const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#';
const SHA1 = /#(?:(?:rsa|dsa|hmac|ecdsa)-)?sha1$/i;

export async function run(answer: SamlAnswer): Promise<SamlVerdict> {
  try {
    return { ok: true, assertion: await assertionIn(answer) };
  } catch (error) {
    // Whatever is wrong with an answer, a library may say it in any way; it lets nobody in.
    return { ok: false, reason: error instanceof AssertionError ? error.message : String(error) };
  }
}

async function assertionIn(answer: SamlAnswer): Promise<Assertion> {
  const { response, library, certificates, allowsSha1, expected } = answer;
  const xml = Buffer.from(response, 'base64').toString('utf8');
  checkXml(xml);
  if (!allowsSha1) await refuseSha1(xml, library.decryptionPvk);
  const saml = new SAML({ ...library, idpCert: [...certificates] });
  const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: response });
  return readAssertion(profile?.getAssertion?.(), expected);
}

/** Two documents can be made to have one such signature. The library takes them all the same. */
async function refuseSha1(xml: string, key: SamlConfig['decryptionPvk']): Promise<void> {
  const document = parsed(xml);
  refuseSha1In(document);
  if (key === undefined) return;
  for (const secret of all(document, 'EncryptedAssertion', '*'))
    refuseSha1In(parsed(await decrypted(secret.toString(), key)));
}

function refuseSha1In(document: Document): void {
  for (const signed of all(document, 'SignedInfo'))
    for (const method of [...all(signed, 'SignatureMethod'), ...all(signed, 'DigestMethod')])
      if (SHA1.test(method.getAttribute('Algorithm') ?? ''))
        throw new AssertionError('it is signed with SHA-1, which can be forged');
}

const parsed = (xml: string): Document =>
  new DOMParser({ errorHandler: () => undefined }).parseFromString(xml, 'text/xml');

const all = (root: Document | Element, name: string, space = SIGNATURE): readonly Element[] =>
  Array.from(root.getElementsByTagNameNS(space, name));

const decrypted = (xml: string, key: string | Buffer): Promise<string> =>
  new Promise((resolve, reject) =>
    decrypt(xml, { key }, (error, text) => (error ? reject(error) : resolve(String(text))))
  );
