/**
 * Runs several requests as one change: each is validated by its own handler, then all writes run in
 * one transaction in the order of the requests. Either all are applied or none. A dry run needs no
 * transaction, so its writes run in time slices.
 */
import { setImmediate } from 'node:timers/promises';
import type {
  ChangeSetOptions,
  ChangeSetOutcome,
  EngineRequest,
  EngineResponse,
} from '../../../api/engine';
import type { Transaction } from '../../configuration_store/configuration_writer';
import { FIND_LIMITS } from '../../../../contracts/limits';
import { message, RestError } from '../../../model/responses';
import { yieldBetween } from '../../../scheduling/cooperative_task';
import { getOrigin, type RequestContext, type RestDeps, type WriteSlot } from './request_context';

type Handle = (request: EngineRequest, slot: WriteSlot) => Promise<EngineResponse>;
type WriteDeps = Pick<RestDeps, 'changes' | 'startDryRun'>;

/** Requests started before yielding to other requests. */
const BATCH_SIZE = 25;

export async function changeTogether(
  deps: WriteDeps,
  requests: readonly EngineRequest[],
  handle: Handle,
  options: ChangeSetOptions
): Promise<ChangeSetOutcome> {
  const set = new ChangeSet(deps, requests.length, options);
  const pending: Promise<EngineResponse>[] = [];
  for (const [at, request] of requests.entries()) {
    if (at % BATCH_SIZE === BATCH_SIZE - 1) await setImmediate();
    pending.push(set.follow(at, handle(request, set.slot(at))));
  }
  const responses = await Promise.all(pending);
  return {
    isDone: set.isDone,
    isWhole: true,
    responses,
    ...(set.writeError && { error: set.writeError }),
  };
}

interface Part {
  readonly call: RequestContext;
  readonly work: (store: Transaction) => unknown;
  readonly settle: (result: unknown) => void;
  readonly fail: (error: unknown) => void;
}

interface Outcome {
  readonly part: Part;
  readonly result?: unknown;
  readonly error?: unknown;
}

/** Rolls a transaction back. */
class UndoneError extends Error {}

class ChangeSet {
  isDone = false;
  writeError: EngineResponse | undefined;
  private readonly parts = new Map<number, Part>();
  private readonly early = new Set<number>();
  private hasRun = false;
  private isRefused = false;

  constructor(
    private readonly deps: WriteDeps,
    private readonly size: number,
    private readonly options: ChangeSetOptions
  ) {}

  slot(at: number): WriteSlot {
    return {
      join: (call, work) =>
        new Promise((settle, fail) => {
          if (this.hasRun || this.parts.has(at)) {
            fail(new Error('A call of a change set writes once.'));
            return;
          }
          this.parts.set(at, { call, work, settle: settle as Part['settle'], fail });
          this.runWhenComplete();
        }),
    };
  }

  /** A request that responds before its write has nothing to write. */
  follow(at: number, result: Promise<EngineResponse>): Promise<EngineResponse> {
    return result.then((response) => {
      if (this.parts.has(at)) return response;
      this.early.add(at);
      if (response.statusCode >= 400) this.isRefused = true;
      this.runWhenComplete();
      return response;
    });
  }

  private runWhenComplete(): void {
    if (this.hasRun || this.parts.size + this.early.size < this.size) return;
    this.hasRun = true;
    void this.run([...this.parts].sort(([one], [other]) => one - other).map(([, part]) => part));
  }

  private async run(parts: readonly Part[]): Promise<void> {
    const [first] = parts;
    if (!first) return;
    const outcomes: Outcome[] = [];
    try {
      if (this.options.isDryRun) await this.tryOut(parts, first.call, outcomes);
      else await this.write(parts, first.call, outcomes);
    } catch (error) {
      if (error instanceof RestError) this.writeError = error.response;
      else if (!(error instanceof UndoneError)) {
        for (const { fail } of parts) fail(error);
        return;
      }
    }
    for (const { part, result, error } of outcomes)
      if (error === undefined) part.settle(result);
      else part.fail(error);
  }

  private async write(
    parts: readonly Part[],
    call: RequestContext,
    outcomes: Outcome[]
  ): Promise<void> {
    const work = (store: Transaction): void => {
      outcomes.length = 0;
      for (const part of parts) outcomes.push({ part, ...this.attempt(part, store) });
      if (this.isRefused) throw new UndoneError();
    };
    await this.deps.changes.write(call, { ...getOrigin(call), via: 'files' }, work);
    this.isDone = true;
  }

  private async tryOut(
    parts: readonly Part[],
    call: RequestContext,
    outcomes: Outcome[]
  ): Promise<void> {
    const { store, lockout } = this.deps.startDryRun();
    const yieldToOthers = yieldBetween(FIND_LIMITS.sliceMs);
    for (const part of parts) {
      outcomes.push({ part, ...this.attempt(part, store) });
      await yieldToOthers();
    }
    if (this.isRefused) return;
    this.writeError = await this.deps.changes.check(call, lockout, store.changes);
  }

  private attempt({ work }: Part, store: Transaction): { result?: unknown; error?: unknown } {
    try {
      const result = work(store);
      if ((result as EngineResponse).statusCode >= 400) this.isRefused = true;
      return { result };
    } catch (error) {
      if (!(error instanceof RestError)) throw error;
      this.isRefused = true;
      return { error };
    }
  }
}

/** The response if a change set has too many requests. */
export const tooManyChanges = (limit: number): EngineResponse =>
  message(413, `At most ${limit} entries can be changed in one step. Choose fewer.`);
