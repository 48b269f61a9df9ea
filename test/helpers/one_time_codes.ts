/** The codes of an authenticator app, and a clock that gives a test the whole of a time step. */
import { Secret, TOTP } from 'otpauth';
import type { FactorAdded, FactorEnrollment } from '@sd/contracts';
import type { SecurityServer } from './security_server';
import type { ShiftedClock } from './shifted_clock';

const STEP_MS = 30_000;

/**
 * @param secret - Base32, as the page shows it
 * @param ahead - time steps from the current one. Each code is valid once, and using it invalidates
 *   all earlier ones, so tests that need several begin with -1.
 */
export const oneTimeCode = (secret: string, ahead = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + ahead * STEP_MS,
  });

/**
 * Moves the clock to the start of the next time step. The server accepts codes of the previous
 * step, but none of the step before: without this, a step may end between making and sending one.
 * @param clock - of `shiftClock`, from before the start of the server, which keeps `Date.now`
 */
export function toStartOfStep(clock: ShiftedClock): void {
  clock.aheadMs += STEP_MS - (Date.now() % STEP_MS);
}

/** Adds an authenticator app to the account, with the code of the previous time step. */
export async function enrolApp(client: ReturnType<SecurityServer['client']>, password: string) {
  const factors = '/api/v1/account/factors';
  const begun = await client.post(factors, { kind: 'totp', current_password: password });
  const { id, totp } = begun.body as FactorEnrollment;
  const secret = totp?.secret ?? '';
  const code = oneTimeCode(secret, -1);
  const confirmed = await client.post(`${factors}/_confirm`, { id, name: 'Phone', code });
  return { secret, confirmed, ...(confirmed.body as FactorAdded) };
}
