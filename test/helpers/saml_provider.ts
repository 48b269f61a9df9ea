/**
 * A SAML identity provider for tests that signs any message it is given, valid or not. Signatures
 * and encryption come from libraries that real providers and services use.
 */
import { createSign, generateKeyPairSync, webcrypto } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import 'reflect-metadata';
import { cryptoProvider, X509CertificateGenerator } from '@peculiar/x509';
import { encrypt } from 'xml-encryption';
import { SignedXml } from 'xml-crypto';

cryptoProvider.set(webcrypto as Crypto);

const HOUR_MS = 3_600_000;
const RSA = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength: 2_048 } as const;
const ALGORITHM = { ...RSA, publicExponent: new Uint8Array([1, 0, 1]) };
const PREFIX = 'urn:oasis:names:tc:SAML:2.0';

export interface SamlResponse {
  readonly recipient: string;
  readonly audience: string;
  readonly requestId?: string;
  readonly issuer?: string;
  readonly name?: string;
  readonly roles?: readonly string[];
  readonly id?: string;
  readonly confirmedUntilMs?: number;
  readonly conditionsUntilMs?: number;
  readonly sessionUntilMs?: number;
}

export interface SamlLogout {
  readonly destination: string;
  readonly name?: string;
  /** Ids of the sessions to end. Every login response has the session `s1`. */
  readonly sessions?: readonly string[];
  readonly issuer?: string;
  readonly issuedAtMs?: number;
}

/** RelayState of every redirect message, which must be returned unchanged. */
export const RELAY = 'there & back (1)';

const iso = (ms: number): string => new Date(ms).toISOString();

/** Signing key and certificate of a provider as PEM, valid for one hour. */
export async function providerKeys(): Promise<{
  readonly key: string;
  readonly certificate: string;
}> {
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=idp',
    keys: keys as CryptoKeyPair,
    signingAlgorithm: RSA,
    notBefore: new Date(Date.now() - HOUR_MS),
    notAfter: new Date(Date.now() + HOUR_MS),
  });
  const pkcs8 = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
  const base64 = Buffer.from(pkcs8).toString('base64');
  const key = `-----BEGIN PRIVATE KEY-----\n${base64}\n-----END PRIVATE KEY-----`;
  return { key, certificate: certificate.toString('pem') };
}

export class SamlProviderDouble {
  private constructor(
    readonly entityId: string,
    readonly certificate: string,
    private readonly key: string,
    private readonly address: string
  ) {}

  /** @param address - base URL of its pages */
  static async make(address = 'https://idp.example.com'): Promise<SamlProviderDouble> {
    const { key, certificate } = await providerKeys();
    return new SamlProviderDouble(`${address}/saml`, certificate, key, address);
  }

  /** Metadata that offers logout only by the HTTP-POST binding. */
  get metadataByPost(): string {
    return this.metadata.replace(
      `SingleLogoutService Binding="${PREFIX}:bindings:HTTP-Redirect"`,
      `SingleLogoutService Binding="${PREFIX}:bindings:HTTP-POST"`
    );
  }

  get metadata(): string {
    const base64 = this.certificate.replace(/-----[^-]+-----/g, '');
    const at = (service: string) =>
      `<md:${service} Binding="${PREFIX}:bindings:HTTP-Redirect" Location="${this.address}/${service}"/>`;
    return `<md:EntityDescriptor xmlns:md="${PREFIX}:metadata" entityID="${this.entityId}"><md:IDPSSODescriptor protocolSupportEnumeration="${PREFIX}:protocol"><md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${base64}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>${at('SingleLogoutService')}${at('SingleSignOnService')}</md:IDPSSODescriptor></md:EntityDescriptor>`;
  }

  assertion(response: SamlResponse): string {
    const nowMs = Date.now();
    const { recipient, audience, requestId, roles = [], issuer = this.entityId } = response;
    const { confirmedUntilMs = nowMs + 60_000, conditionsUntilMs = nowMs + 60_000 } = response;
    const { id = `_${Math.random().toString(36).slice(2)}`, name = 'jdoe' } = response;
    const inResponseTo = requestId === undefined ? '' : ` InResponseTo="${requestId}"`;
    const end =
      response.sessionUntilMs === undefined
        ? ''
        : ` SessionNotOnOrAfter="${iso(response.sessionUntilMs)}"`;
    const values = roles.map((role) => `<saml:AttributeValue>${role}</saml:AttributeValue>`);
    return `<saml:Assertion xmlns:saml="${PREFIX}:assertion" ID="${id}" Version="2.0" IssueInstant="${iso(nowMs)}"><saml:Issuer>${issuer}</saml:Issuer><saml:Subject><saml:NameID Format="${PREFIX}:nameid-format:persistent">${name}</saml:NameID><saml:SubjectConfirmation Method="${PREFIX}:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="${iso(confirmedUntilMs)}" Recipient="${recipient}"${inResponseTo}/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${iso(nowMs - 60_000)}" NotOnOrAfter="${iso(conditionsUntilMs)}"><saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${iso(nowMs)}" SessionIndex="s1"${end}><saml:AuthnContext><saml:AuthnContextClassRef>${PREFIX}:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement><saml:Attribute Name="groups">${values.join('')}</saml:Attribute></saml:AttributeStatement></saml:Assertion>`;
  }

  response(inner: string, { recipient, requestId }: SamlResponse): string {
    const inResponseTo = requestId === undefined ? '' : ` InResponseTo="${requestId}"`;
    return `<samlp:Response xmlns:samlp="${PREFIX}:protocol" xmlns:saml="${PREFIX}:assertion" ID="_response" Version="2.0" IssueInstant="${iso(Date.now())}" Destination="${recipient}"${inResponseTo}><saml:Issuer>${this.entityId}</saml:Issuer><samlp:Status><samlp:StatusCode Value="${PREFIX}:status:Success"/></samlp:Status>${inner}</samlp:Response>`;
  }

  /**
   * @param element - `Assertion` or `Response`: the element to sign, which receives the signature
   * @param weak - the parts that use SHA-1
   */
  sign(
    xml: string,
    element: 'Assertion' | 'Response' | 'LogoutRequest',
    weak?: 'signature' | 'digest'
  ): string {
    const signer = new SignedXml({
      privateKey: this.key,
      signatureAlgorithm:
        weak === 'signature'
          ? 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'
          : 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
      canonicalizationAlgorithm: 'http://www.w3.org/2001/10/xml-exc-c14n#',
    });
    const xpath = `//*[local-name(.)='${element}']`;
    signer.addReference({
      xpath,
      digestAlgorithm:
        weak === 'digest'
          ? 'http://www.w3.org/2000/09/xmldsig#sha1'
          : 'http://www.w3.org/2001/04/xmlenc#sha256',
      transforms: [
        'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
        'http://www.w3.org/2001/10/xml-exc-c14n#',
      ],
    });
    signer.computeSignature(xml, {
      location: { reference: `${xpath}/*[local-name(.)='Issuer']`, action: 'after' },
    });
    return signer.getSignedXml();
  }

  logoutRequest(order: SamlLogout): string {
    const { destination, name = 'jdoe', sessions = ['s1'], issuer = this.entityId } = order;
    const indices = sessions.map((one) => `<samlp:SessionIndex>${one}</samlp:SessionIndex>`);
    const head = `ID="_out" Version="2.0" IssueInstant="${iso(order.issuedAtMs ?? Date.now())}"`;
    return `<samlp:LogoutRequest xmlns:samlp="${PREFIX}:protocol" xmlns:saml="${PREFIX}:assertion" ${head} Destination="${destination}"><saml:Issuer>${issuer}</saml:Issuer><saml:NameID>${name}</saml:NameID>${indices.join('')}</samlp:LogoutRequest>`;
  }

  /** Redirect binding: the message and its signature as a query string. */
  byRedirect(xml: string, algorithm: 'sha1' | 'sha256' = 'sha256'): string {
    const space =
      algorithm === 'sha1'
        ? 'http://www.w3.org/2000/09/xmldsig#'
        : 'http://www.w3.org/2001/04/xmldsig-more#';
    const parameters = {
      SAMLRequest: deflateRawSync(Buffer.from(xml)).toString('base64'),
      RelayState: RELAY,
      SigAlg: `${space}rsa-${algorithm}`,
    };
    const query = Object.entries(parameters)
      .map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
      .join('&');
    const signature = createSign(`RSA-${algorithm}`).update(query).sign(this.key, 'base64');
    return `${query}&Signature=${encodeURIComponent(signature)}`;
  }

  /** A response with a signed assertion, as most providers send. */
  signed(response: SamlResponse): string {
    return this.response(this.sign(this.assertion(response), 'Assertion'), response);
  }

  /** @param publicKey - of the service, PEM */
  async encrypted(assertion: string, publicKey: string): Promise<string> {
    const data = await new Promise<string>((resolve, reject) =>
      encrypt(
        assertion,
        {
          rsa_pub: publicKey,
          pem: this.certificate,
          encryptionAlgorithm: 'http://www.w3.org/2009/xmlenc11#aes256-gcm',
          keyEncryptionAlgorithm: 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
        },
        (error, result) => (error ? reject(error) : resolve(result as string))
      )
    );
    return `<saml:EncryptedAssertion>${data}</saml:EncryptedAssertion>`;
  }
}

/** Key pair of a service for signing and for assertions encrypted to it. */
export const serviceKeys = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
