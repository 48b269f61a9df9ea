/**
 * Where the strength of passwords is measured: on a thread in the server, in place where nobody
 * else waits.
 */
import { workerTask, type WorkerPool } from '../../../workers';
import type { PasswordEstimate, run, StrengthRequest } from './password_strength_worker';

/** @param callerName - who wants a password changed; callers take turns */
export type StrengthMeter = (
  request: StrengthRequest,
  callerName: string
) => Promise<PasswordEstimate>;

/** The worst password of 100 characters takes 0.8 s; the rest is for busy machines. */
const TIME_LIMIT_MS = 15_000;

const PASSWORD_STRENGTH = workerTask<typeof run>({
  folder: __dirname,
  name: 'password_strength_worker',
  timeLimitMs: TIME_LIMIT_MS,
});

export const strengthOnThreads =
  (workers: WorkerPool): StrengthMeter =>
  (request, callerName) =>
    workers.run(PASSWORD_STRENGTH, request, ['password', callerName]);

/** For commands that serve nobody else. */
export const strengthInPlace: StrengthMeter = async (request) =>
  (await import('./password_strength_worker')).run(request);
