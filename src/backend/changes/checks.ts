/**
 * What every change of the configuration passes, on both backends: these checks in this order, then
 * the write and its record. A new check has a place here, and each backend says what it does there.
 */
import { ENGINE_ERRORS, englishText } from '../../contracts/errors';
import type { ConfiguredType, EngineResponse, Identity } from '../api/engine';
import { forbid } from '../model/responses';

const CHECKS = ['version', 'delegation', 'guardrails', 'limits', 'lockout'] as const;

/** The response to a change that a check refuses. */
export type CheckError = EngineResponse | undefined;

/** @typeParam R - what a check returns: inside a transaction it cannot wait */
export type ChangeChecks<C, R extends CheckError | Promise<CheckError>> = Readonly<
  Record<(typeof CHECKS)[number], (change: C) => R>
>;

export function firstError<C>(checks: ChangeChecks<C, CheckError>, change: C): CheckError {
  for (const check of CHECKS) {
    const error = checks[check](change);
    if (error) return error;
  }
  return undefined;
}

export async function awaitFirstError<C>(
  checks: ChangeChecks<C, CheckError | Promise<CheckError>>,
  change: C
): Promise<CheckError> {
  for (const check of CHECKS) {
    const error = await checks[check](change);
    if (error) return error;
  }
  return undefined;
}

export const IN_PERSON_ONLY = forbid(englishText(ENGINE_ERRORS.inPersonOnly));

/**
 * The rule of `Identity.isDelegated`: an API key or on-behalf-of token must not change its owner.
 * @param changed - without a name: all entities of the type
 */
export const delegationError = (
  { isDelegated = false, userName }: Pick<Identity, 'isDelegated' | 'userName'>,
  changed: ReadonlyArray<{ readonly type: ConfiguredType; readonly name?: string }>
): CheckError =>
  isDelegated &&
  changed.some(({ type, name }) => type === 'internalusers' && (name ?? userName) === userName)
    ? IN_PERSON_ONLY
    : undefined;
