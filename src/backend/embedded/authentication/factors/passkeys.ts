/**
 * Passkeys (WebAuthn Level 3): options for browsers, and verification of their responses. Every use
 * requires user verification (PIN, fingerprint).
 */
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { RelyingParty } from '../../../api/login';
import type { FactorKey } from './factor_key';
import { isConstantTimeEqual } from '../constant_time_equal';
import type { PasskeySecret, StoredFactor } from './factor_store';

/** The challenge that a passkey has to sign. */
export interface PasskeyChallenge {
  readonly challenge: string;
  readonly site: RelyingParty;
}

export interface IssuedChallenge {
  readonly challenge: PasskeyChallenge;
  readonly options: Record<string, unknown>;
}

/** Loaded with the first passkey, because it uses memory that most installations never need. */
const library = () => import('@simplewebauthn/server');

const asObject = (options: object): Record<string, unknown> => ({ ...options });

/** An opaque user handle, so that a lost security key does not reveal the user. */
const getHandle = (key: FactorKey, userName: string) =>
  new Uint8Array(key.digest('handle', userName));

export async function creationChallenge(
  key: FactorKey,
  userName: string,
  known: readonly StoredFactor[],
  site: RelyingParty
): Promise<IssuedChallenge> {
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpName: site.name,
    rpID: site.rpId,
    userName,
    userDisplayName: userName,
    userID: getHandle(key, userName),
    attestationType: 'none',
    excludeCredentials: getPasskeys(known, site).map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return { challenge: { challenge: options.challenge, site }, options: asObject(options) };
}

/** @returns the factor to store, or `undefined` if the response is invalid */
export async function verifyCreation(
  { challenge, site }: PasskeyChallenge,
  text: string
): Promise<
  { readonly id: string; readonly counter: number; readonly secret: PasskeySecret } | undefined
> {
  const response = parseResponse(text) as RegistrationResponseJSON | undefined;
  if (!response) return undefined;
  const { verifyRegistrationResponse } = await library();
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      requireUserVerification: true,
    });
    if (!verified || !registrationInfo) return undefined;
    const { id, publicKey, counter } = registrationInfo.credential;
    const transports = (response.response.transports ?? []).filter(
      (transport) => typeof transport === 'string' && transport.length <= 20
    );
    const text64 = Buffer.from(publicKey).toString('base64url');
    return {
      id,
      counter,
      secret: {
        kind: 'passkey',
        publicKey: text64,
        transports: transports.slice(0, 8),
        rpId: site.rpId,
      },
    };
  } catch {
    // The library throws for any invalid response.
    return undefined;
  }
}

/** @param known - the allowed passkeys; absent: any that the browser finds */
export async function loginChallenge(
  site: RelyingParty,
  known?: readonly StoredFactor[]
): Promise<IssuedChallenge> {
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID: site.rpId,
    userVerification: 'required',
    ...(known && {
      allowCredentials: getPasskeys(known, site).map(({ id, secret }) => ({
        id,
        transports: [...(secret as PasskeySecret).transports],
      })),
    }),
  });
  return { challenge: { challenge: options.challenge, site }, options: asObject(options) };
}

/**
 * @param find - returns the factor with an id, of any user
 * @returns the factor that was used and its new counter, or `undefined` if the response is invalid
 */
export async function verifyUse(
  key: FactorKey,
  { challenge, site }: PasskeyChallenge,
  text: string,
  find: (id: string) => StoredFactor | undefined
): Promise<{ readonly factor: StoredFactor; readonly counter: number } | undefined> {
  const response = parseResponse(text) as AuthenticationResponseJSON | undefined;
  const factor = typeof response?.id === 'string' ? find(response.id) : undefined;
  if (!response || factor?.secret?.kind !== 'passkey') return undefined;
  const handle: unknown = response.response?.userHandle;
  // The user handle of the authenticator must match the owner, so that no login succeeds as another
  // user.
  if (
    typeof handle === 'string' &&
    !isConstantTimeEqual(Buffer.from(handle, 'base64url'), getHandle(key, factor.userName))
  )
    return undefined;
  const { verifyAuthenticationResponse } = await library();
  try {
    // A counter that goes backwards is rejected: the passkey was copied.
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      requireUserVerification: true,
      credential: {
        id: factor.id,
        publicKey: new Uint8Array(Buffer.from(factor.secret.publicKey, 'base64url')),
        counter: factor.counter,
      },
    });
    return verified ? { factor, counter: authenticationInfo.newCounter } : undefined;
  } catch {
    return undefined;
  }
}

/** The passkeys that the browser can find at this address. */
export const getPasskeys = (
  factors: readonly StoredFactor[],
  site: RelyingParty | undefined
): readonly StoredFactor[] =>
  factors.filter(({ secret }) => secret?.kind === 'passkey' && secret.rpId === site?.rpId);

function parseResponse(text: string): unknown {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
