/** Verifies a code or passkey of a user and marks it as used. */
import { FACTOR_LIMITS } from '../../../../contracts/limits';
import type { FactorKey } from './factor_key';
import type { FactorStore, StoredFactor } from './factor_store';
import { verifyUse, type PasskeyChallenge } from './passkeys';
import { isRecoveryCode, totpStep } from './one_time_codes';

export interface FactorVerifierDeps {
  readonly store: FactorStore;
  readonly key: FactorKey;
  /** Wall clock, epoch milliseconds. */
  readonly now: () => number;
}

/** @returns the factor that was used, for the audit log; `undefined` if the code is invalid */
export async function verifyCode(
  { store, now }: FactorVerifierDeps,
  userName: string,
  typed: string
): Promise<string | undefined> {
  if (isRecoveryCode(typed))
    return (await store.takeCode(userName, typed)) ? 'a recovery code' : undefined;
  for (const factor of store.of(userName)) {
    if (factor.secret?.kind !== 'totp') continue;
    const step = totpStep(factor.secret.secret, typed, now());
    // A code can be used once and invalidates all earlier ones (RFC 6238, section 5.2).
    if (step === undefined || step <= factor.counter) continue;
    if (await store.use(factor, step)) return describe(factor);
  }
  return undefined;
}

/** @param userName - the expected owner of the passkey; absent: the owner is identified by it */
export async function verifyPasskey(
  { store, key }: FactorVerifierDeps,
  request: PasskeyChallenge,
  text: string,
  userName?: string
): Promise<{ readonly userName: string; readonly what: string } | undefined> {
  if (text.length > FACTOR_LIMITS.proofLength) return undefined;
  const use = await verifyUse(key, request, text, (id) => {
    const factor = store.byId(id);
    return userName === undefined || factor?.userName === userName ? factor : undefined;
  });
  if (!use || !(await store.use(use.factor, use.counter))) return undefined;
  return { userName: use.factor.userName, what: describe(use.factor) };
}

const FACTOR_LABELS = { totp: 'the authenticator app', passkey: 'the passkey' } as const;

export const describe = ({ kind, name }: Pick<StoredFactor, 'kind' | 'name'>): string =>
  `${FACTOR_LABELS[kind]} "${name}"`;
