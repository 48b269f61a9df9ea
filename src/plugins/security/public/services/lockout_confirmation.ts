/** Changes that would take access to security away are asked about once more. */
import { codeOf, i18n } from '@sd/core/public';
import type { LockoutDetails } from '@sd/contracts';
import { CONFIRM_LOCKOUT, LOCKS_OUT_CODE } from '../../common';

/** @returns whether the person wants the change all the same */
export type AskLockout = (lockout: LockoutDetails) => Promise<boolean>;

export type Confirmation = { readonly [CONFIRM_LOCKOUT]?: true };
export const CONFIRMED: Confirmation = { [CONFIRM_LOCKOUT]: true };

export const DECLINED_CODE = 'security.lockout_declined';

/**
 * The person asked for a change and thought better of it; nothing was changed. Has the form of a
 * refusal.
 */
class LockoutDeclinedError extends Error {
  readonly body: { readonly message: string; readonly attributes: { readonly code: string } };

  constructor() {
    super('A change that would have locked administrators out was not confirmed.');
    this.body = { message: declinedText(), attributes: { code: DECLINED_CODE } };
  }
}

/**
 * @throws what `send` throws; {@link LockoutDeclinedError} when the person does not want it after
 *   all
 */
export async function askingLockout<T>(
  ask: AskLockout,
  send: (query: Confirmation) => Promise<T>
): Promise<T> {
  try {
    return await send({});
  } catch (error) {
    const lockout = lockoutOf(error);
    if (!lockout) throw error;
    if (!(await ask(lockout))) throw new LockoutDeclinedError();
    return send(CONFIRMED);
  }
}

/** Who would lose access, when that is why the server refused. */
const lockoutOf = (error: unknown): LockoutDetails | undefined =>
  codeOf(error) === LOCKS_OUT_CODE
    ? (error as { body: { attributes: { lockout?: LockoutDetails } } }).body.attributes.lockout
    : undefined;

export const declinedText = (): string =>
  i18n.translate('security.lockout.declined', {
    defaultMessage: 'Nothing was changed, and nobody lost access to security.',
  });
