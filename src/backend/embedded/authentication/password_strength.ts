/** Measures password strength: on a worker thread in the server, synchronously in commands. */
import { workerTask, type WorkerPool } from '../../../workers';
import type { PasswordEstimate, run, StrengthRequest } from './password_strength_worker';

/** @param callerName - the user who changes a password; part of the queue key */
export type StrengthMeter = (
  request: StrengthRequest,
  callerName: string
) => Promise<PasswordEstimate>;

/** The slowest password of 100 characters takes 0.8 s; the rest is reserve for busy machines. */
const TIME_LIMIT_MS = 15_000;

const PASSWORD_STRENGTH = workerTask<typeof run>({
  folder: __dirname,
  name: 'password_strength_worker',
  timeLimitMs: TIME_LIMIT_MS,
});

export const strengthInWorkers =
  (workers: WorkerPool): StrengthMeter =>
  (request, callerName) =>
    workers.run(PASSWORD_STRENGTH, request, ['password', callerName]);

/** For commands, which serve no other requests. */
export const strengthInProcess: StrengthMeter = async (request) =>
  (await import('./password_strength_worker')).run(request);
