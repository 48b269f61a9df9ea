/**
 * Schedules explanations: one at a time per user, a few in total, in time slices, and with a
 * consistent version of the rules.
 */
import type { Explained, ExplainError } from './denial';
import type { EngineCaller, EngineResponse, EngineResult } from '../../api/engine';
import { badRequest, forbid, message, notFound, unauthorizedResponse } from '../../model/responses';
import {
  type CooperativeTask,
  runInSlices,
  TimeSpentError,
} from '../../scheduling/cooperative_task';
import { EXPLAIN_LIMITS } from '../../../contracts/limits';
import { LimitExceededError } from '../../scheduling/limit_exceeded';
import { FairQueue, QueueFullError } from '../../../workers';

/** Maps explanations and their errors to responses of the REST API. */
const SELF_ONLY =
  'Access of other users, of subjects and of unsaved changes is explained only to users who may read roles, ' +
  'role mappings, action groups and internal users.';

export function* explainResponse<T>(
  steps: CooperativeTask<Explained<T>>
): CooperativeTask<EngineResult<T>> {
  const response = yield* steps;
  return response.ok ? response : { ok: false, response: responseTo(response.error) };
}

function responseTo(error: ExplainError): EngineResponse {
  switch (error.code) {
    case 'unknown_viewer':
      return unauthorizedResponse();
    case 'self_only':
      return forbid(SELF_ONLY);
    case 'user_and_subject':
      return badRequest('Specify either a user or a subject, not both.');
    case 'user_missing':
      return notFound(`user '${error.name}' not found.`);
    case 'changes_invalid':
      return badRequest(error.problem);
  }
}

const { running, waiting, waitingPerUser, sliceMs, workMs } = EXPLAIN_LIMITS;
/** Attempts if the rules change during the evaluation. */
const MAX_ATTEMPTS = 3;
const RETRY_SECONDS = 5;

export class ExplainQueue {
  private readonly shared = new FairQueue({ running, waiting, waitingPerKey: waitingPerUser });
  private readonly perUser = new Map<string, FairQueue>();

  /** @param version - incremented by every change of the rules */
  constructor(private readonly version: () => number) {}

  /** @param start - starts the evaluation; may return an error response */
  async run<T>(
    caller: EngineCaller,
    start: () => CooperativeTask<EngineResult<T>>
  ): Promise<EngineResult<T>> {
    try {
      return await this.inTurn(toKey(caller), () => this.consistently(start));
    } catch (error) {
      const response = errorFor(error);
      if (response) return { ok: false, response };
      throw error;
    }
  }

  private async inTurn<T>(user: string, work: () => Promise<T>): Promise<T> {
    const own =
      this.perUser.get(user) ??
      new FairQueue({ running: 1, waiting: waitingPerUser, waitingPerKey: waitingPerUser });
    this.perUser.set(user, own);
    try {
      return await own.run([], () => this.shared.run([user], work));
    } finally {
      if (own.active === 0) this.perUser.delete(user);
    }
  }

  private async consistently<T>(start: () => CooperativeTask<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const version = this.version();
      const response = await runInSlices(start(), { sliceMs, limitMs: workMs });
      if (version === this.version()) return response;
      if (attempt === MAX_ATTEMPTS) throw new RulesChangingError();
    }
  }
}

/** The rules changed during every attempt. A result that mixes two versions would be wrong. */
class RulesChangingError extends Error {}

const toKey = (caller: EngineCaller): string => {
  if (caller.kind === 'user') return `user ${caller.principal.userName}`;
  return caller.kind === 'internal' ? 'internal' : `address ${caller.remoteAddress}`;
};

function errorFor(error: unknown): EngineResponse | undefined {
  const retry = { 'retry-after': String(RETRY_SECONDS) };
  if (error instanceof QueueFullError) return message(429, error.message, retry);
  if (error instanceof RulesChangingError)
    return message(429, 'The configuration keeps changing. Try again later.', retry);
  if (error instanceof TimeSpentError)
    return badRequest(`${error.message} Ask about fewer indices or roles.`);
  return error instanceof LimitExceededError ? badRequest(error.message) : undefined;
}
