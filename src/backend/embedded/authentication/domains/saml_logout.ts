/** Logouts that the SAML provider initiates: verifies the request and creates the response. */
import { stringify } from 'node:querystring';
import { inflateRawSync } from 'node:zlib';
import type { Profile, SAML } from '@node-saml/node-saml';
import { DOMAIN_LIMITS } from '../../../../contracts/limits';
import type { FormResult, ProviderLogout } from '../../../api';
import { workerTask } from '../../../../workers';
import { loginQueueKey } from '../hash_queue_keys';
import type { DomainAuthenticatorDeps } from './domain';
import type { SamlProvider } from './saml_metadata_worker';
import type { SamlSettings } from './saml_settings';
import type { run } from './saml_logout_worker';
import type { ReadResult } from './saml_xml';

const SAML_LOGOUT = workerTask<typeof run>({
  folder: __dirname,
  name: 'saml_logout_worker',
  timeLimitMs: DOMAIN_LIMITS.samlProofMs,
});

/** Runs a verification with the provider's metadata. */
export type SamlVerification = <Found>(
  attempt: (provider: SamlProvider) => Promise<ReadResult<Found>>
) => Promise<ReadResult<Found>>;

interface LogoutParts {
  readonly settings: SamlSettings;
  readonly deps: Pick<DomainAuthenticatorDeps, 'workers' | 'warn' | 'now'>;
  readonly verify: SamlVerification;
}

interface LoggedOut {
  readonly notice: ProviderLogout;
  /** The request to respond to. */
  readonly request: Profile;
}

/**
 * @param fields - `SAMLRequest`; also `query`, as received, for the redirect binding
 * @returns `undefined` if this is not a valid logout request of the provider
 * @throws {QueueFullError}
 */
export async function loggedOutBy(
  { settings, deps, verify }: LogoutParts,
  fields: Readonly<Record<string, string>>,
  remoteAddress: string
): Promise<LoggedOut | undefined> {
  const { SAMLRequest: message = '', query } = fields;
  if (message === '' || message.length > DOMAIN_LIMITS.samlResponseLength) return undefined;
  const { library, allowsSha1, idpEntityId: issuer, logoutAt: destination } = settings;
  const request = {
    message,
    library,
    allowsSha1,
    issuer,
    destination,
    nowMs: deps.now(),
    ...(query !== undefined && { query }),
  };
  const key = loginQueueKey({ remoteAddress, userName: 'saml' }, false);
  const result = await verify(({ certificates }) =>
    deps.workers.run(SAML_LOGOUT, { ...request, certificates }, key)
  );
  if (!result.ok) {
    const reason = result.reason.slice(0, 200);
    deps.warn('A SAML logout request was rejected.', { reason });
    return undefined;
  }
  const { id, nameId: subject, sessionIndex: session } = result.found;
  return {
    notice: { subject, ...(session !== undefined && { session }) },
    request: { ID: id, issuer, nameID: subject, nameIDFormat: '' },
  };
}

/** @returns the URL to which the browser takes the response */
export async function logoutResponseTo(
  saml: SAML,
  request: Profile,
  relay: string
): Promise<string> {
  const location = await saml.getLogoutResponseUrlAsync(request, relay, {}, true);
  const { origin, pathname, searchParams } = new URL(location);
  // The library signs an encoding that differs from the URL it writes, such as `+` for a space.
  return `${origin}${pathname}?${stringify(Object.fromEntries(searchParams))}`;
}

/**
 * The response with the HTTP-POST binding: signed inside the message (SAML 2.0 Bindings, section
 * 3.5).
 * @param saml - without a signing key; `key` is PEM
 */
export async function postedLogoutResponseTo(
  saml: SAML,
  request: Profile,
  { relay, action, key }: { relay: string; action: string; key: string | undefined }
): Promise<FormResult> {
  const location = await saml.getLogoutResponseUrlAsync(request, '', {}, true);
  const message = new URL(location).searchParams.get('SAMLResponse') ?? '';
  const xml = inflateRawSync(Buffer.from(message, 'base64')).toString('utf8');
  const signed = key === undefined ? xml : await signedInside(xml, key);
  return {
    action,
    fields: {
      SAMLResponse: Buffer.from(signed).toString('base64'),
      ...(relay !== '' && { RelayState: relay }),
    },
  };
}

async function signedInside(xml: string, privateKey: string): Promise<string> {
  const { SignedXml } = await import('xml-crypto');
  const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
  const signer = new SignedXml({
    privateKey,
    signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: exclusive,
  });
  const root = "/*[local-name(.)='LogoutResponse']";
  signer.addReference({
    xpath: root,
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', exclusive],
  });
  // The schema requires the signature after the issuer.
  const location = { reference: `${root}/*[local-name(.)='Issuer']`, action: 'after' } as const;
  signer.computeSignature(xml, { location });
  return signer.getSignedXml();
}
