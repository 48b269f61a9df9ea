/** Enrollment of second factors: creates the offer and verifies the user's response to it. */
import { randomUUID } from 'node:crypto';
import type { FactorEnrollment, FactorKind } from '../../../../contracts/api';
import { FACTOR_LIMITS } from '../../../../contracts/limits';
import type { RelyingParty } from '../../../api/login';
import type { FactorKey } from './factor_key';
import { describe } from './factor_verification';
import type { FactorStore } from './factor_store';
import { creationChallenge, verifyCreation, type PasskeyChallenge } from './passkeys';
import { newRecoveryCodes, newTotpSecret, totpStep, totpUri } from './one_time_codes';

export interface EnrollmentDeps {
  readonly store: FactorStore;
  readonly key: FactorKey;
  /** Wall clock, epoch milliseconds. */
  readonly now: () => number;
}

/** Secrets kept on the server until the user responds. */
export interface EnrollmentSecrets {
  readonly totpSecret?: string;
  readonly passkeyChallenge?: PasskeyChallenge;
}

export interface EnrollmentCode {
  readonly name: string;
  readonly code?: string;
  readonly passkey?: string;
}

const ISSUER = 'Security Dashboards';
const NAMES = { totp: 'Authenticator app', passkey: 'Passkey' } as const;

/** @param kinds - the factors to offer; passkeys need a site */
export async function beginEnrollment(
  { store, key }: EnrollmentDeps,
  userName: string,
  kinds: readonly FactorKind[],
  site: RelyingParty | undefined
): Promise<EnrollmentSecrets & Pick<FactorEnrollment, 'totp' | 'passkey'>> {
  const secret = kinds.includes('totp') ? newTotpSecret() : undefined;
  const issued =
    kinds.includes('passkey') && site
      ? await creationChallenge(key, userName, store.of(userName), site)
      : undefined;
  return {
    ...(secret && {
      totpSecret: secret,
      totp: { secret, uri: totpUri(secret, site?.name ?? ISSUER, userName) },
    }),
    ...(issued && { passkeyChallenge: issued.challenge, passkey: issued.options }),
  };
}

/**
 * @param isStillValid - called inside the transaction that adds the factor
 * @returns `undefined` if the response is invalid, or nothing was added
 */
export async function completeEnrollment(
  deps: EnrollmentDeps,
  userName: string,
  { totpSecret, passkeyChallenge }: EnrollmentSecrets,
  { name, code, passkey }: EnrollmentCode,
  isStillValid: () => boolean = () => true
): Promise<{ readonly what: string; readonly recoveryCodes: readonly string[] } | undefined> {
  const { store, now } = deps;
  const isFirst = store.of(userName).length === 0;
  const step =
    totpSecret !== undefined && code !== undefined
      ? totpStep(totpSecret, code.slice(0, 64), now())
      : undefined;
  const made =
    step !== undefined && totpSecret !== undefined
      ? {
          id: randomUUID(),
          counter: step,
          secret: { kind: 'totp', secret: totpSecret } as const,
        }
      : passkeyChallenge && passkey && passkey.length <= FACTOR_LIMITS.proofLength
        ? await verifyCreation(passkeyChallenge, passkey)
        : undefined;
  if (!made) return undefined;
  const { kind } = made.secret;
  const factor = { ...made, userName, kind, name: getName(name, kind) };
  const isBelowLimit = () => store.of(userName).length < FACTOR_LIMITS.ofUser;
  if (!(await store.add(factor, () => isBelowLimit() && isStillValid()))) return undefined;
  const recoveryCodes = isFirst ? newRecoveryCodes() : [];
  if (isFirst) await store.putCodes(userName, recoveryCodes);
  return { what: describe(factor), recoveryCodes };
}

const getName = (given: string, kind: FactorKind): string =>
  given.trim().slice(0, FACTOR_LIMITS.nameLength) || NAMES[kind];
