/** Confirmation of changes that would lock administrators out. */
import { getErrorCode, t } from '@sd/core/public';
import type { ImportReceived, LockoutDetails } from '@sd/contracts';
import { CONFIRM_LOCKOUT, LOCKS_OUT_CODE } from '../../common';

/** @returns whether the user confirms the change */
export type ConfirmLockout = (lockout: LockoutDetails) => Promise<boolean>;

export type Confirmation = { readonly [CONFIRM_LOCKOUT]?: 'true' };
export const CONFIRMED: Confirmation = { [CONFIRM_LOCKOUT]: 'true' };

export const DECLINED_CODE = 'security.lockout_declined';

/** The user declined the change, and nothing was changed. Shaped like a server error. */
export class DeclinedError extends Error {
  readonly body: { readonly message: string; readonly attributes: { readonly code: string } };

  constructor(message = declinedText()) {
    super('The change was not confirmed.');
    this.body = { message, attributes: { code: DECLINED_CODE } };
  }
}

/** @throws what `send` throws, or {@link DeclinedError} if the user declines */
export async function withLockoutConfirmation<T>(
  confirmLockout: ConfirmLockout,
  send: (query: Confirmation) => Promise<T>
): Promise<T> {
  try {
    return await send({});
  } catch (error) {
    const lockout = findLockout(error);
    if (!lockout) throw error;
    if (!(await confirmLockout(lockout))) throw new DeclinedError();
    return send(CONFIRMED);
  }
}

/**
 * For a change of several entries, whose answer tells of a lockout.
 * @returns `undefined` if the user declines
 */
export async function confirmedTogether(
  confirmLockout: ConfirmLockout,
  send: (query: Confirmation) => Promise<ImportReceived>
): Promise<ImportReceived | undefined> {
  const response = await send({});
  const lockout = response.refusal?.lockout;
  if (!lockout) return response;
  return (await confirmLockout(lockout)) ? send(CONFIRMED) : undefined;
}

/** Users who would lose access, if that is why the server rejected the change. */
export const findLockout = (error: unknown): LockoutDetails | undefined =>
  getErrorCode(error) === LOCKS_OUT_CODE
    ? (error as { body: { attributes: { lockout?: LockoutDetails } } }).body.attributes.lockout
    : undefined;

export const declinedText = (): string =>
  t('security.lockout.declined', 'Nothing was changed. All users keep their access.');
