/** Confirmation of changes that would lock administrators out. */
import { codeOf, t } from '@sd/core/public';
import type { LockoutDetails } from '@sd/contracts';
import { CONFIRM_LOCKOUT, LOCKS_OUT_CODE } from '../../common';

/** @returns whether the user confirms the change */
export type ConfirmLockout = (lockout: LockoutDetails) => Promise<boolean>;

export type Confirmation = { readonly [CONFIRM_LOCKOUT]?: true };
export const CONFIRMED: Confirmation = { [CONFIRM_LOCKOUT]: true };

export const DECLINED_CODE = 'security.lockout_declined';

/** The user declined the change, and nothing was changed. Shaped like a server error. */
class LockoutDeclinedError extends Error {
  readonly body: { readonly message: string; readonly attributes: { readonly code: string } };

  constructor() {
    super('A change that would have locked administrators out was not confirmed.');
    this.body = { message: declinedText(), attributes: { code: DECLINED_CODE } };
  }
}

/** @throws what `send` throws, or {@link LockoutDeclinedError} if the user declines */
export async function withLockoutConfirmation<T>(
  confirmLockout: ConfirmLockout,
  send: (query: Confirmation) => Promise<T>
): Promise<T> {
  try {
    return await send({});
  } catch (error) {
    const lockout = lockoutOf(error);
    if (!lockout) throw error;
    if (!(await confirmLockout(lockout))) throw new LockoutDeclinedError();
    return send(CONFIRMED);
  }
}

/** Users who would lose access, if that is why the server rejected the change. */
const lockoutOf = (error: unknown): LockoutDetails | undefined =>
  codeOf(error) === LOCKS_OUT_CODE
    ? (error as { body: { attributes: { lockout?: LockoutDetails } } }).body.attributes.lockout
    : undefined;

export const declinedText = (): string =>
  t('security.lockout.declined', 'Nothing was changed. All users keep their access.');
