/**
 * Changes of a cluster, which lacks versions, guardrails, the lockout check, renaming, sets of
 * changes and a history. Each request is parsed once; then it passes the checks in the order of
 * `ChangeChecks`, is written and recorded.
 */
import { FIND_LIMITS, WORK_LIMITS } from '../../contracts/limits';
import type { EngineSupplies, GuardrailCheck } from '../api/backend';
import type { Change } from '../api/change';
import type {
  ChangeSetOptions,
  ConfigurationReader,
  Engine,
  EngineRequest,
  EngineResponse,
  EngineResult,
  ChangeSetOutcome,
  RequestCaller,
} from '../api/engine';
import { awaitFirstError, type ChangeChecks, type CheckError } from '../changes/checks';
import { type ChangeRequest, parseChange, targetKey } from '../changes/requests/change_request';
import { predictChanges, readStates } from '../changes/requests/predicted_changes';
import { json, message } from '../model/responses';
import { yieldBetween } from '../scheduling/cooperative_task';
import type { ChangeQueues } from './change_queues';
import { type RecordingDeps, writeAndRecord } from './change_recorder';
import { changeInSequence, notTried } from './change_sequence';
import { delegatedChangeError } from './delegation_check';
import { guardrailError } from './guardrail_check';
import { lockoutError } from './lockout_check';
import { PendingChange } from './pending_change';
import { rename } from './rename';
import { getName } from './user_name';
import {
  findWithVersions,
  readWithVersion,
  versionError,
  withNewVersion,
  withoutConditions,
} from './version_check';

/** An engine that need not parse a change again. */
interface WritingEngine extends Engine {
  request(
    caller: RequestCaller,
    request: EngineRequest,
    change?: ChangeRequest
  ): Promise<EngineResponse>;
}

type Checks = ChangeChecks<PendingChange, CheckError | Promise<CheckError>>;

interface PipelineDeps extends RecordingDeps {
  readonly supplies: EngineSupplies;
  /** Shared by engines that change the same configuration. */
  readonly queues: ChangeQueues;
}

const ALL = 'configuration';
const TOO_MANY = `More than ${WORK_LIMITS.changesWaiting} changes of the configuration wait already. Try again later.`;
const RETRY_AFTER = '1';
const tooMany = (): EngineResponse => message(429, TOO_MANY, { 'retry-after': RETRY_AFTER });
/** Each request of a refused set is valid by itself. */
const UNMADE = json(200, {});

export class ChangePipeline {
  private readonly checks: Checks;
  /** For changes whose guardrails were checked together, as a set. */
  private readonly checksInSet: Checks;

  constructor(
    private readonly engine: WritingEngine,
    private readonly deps: PipelineDeps
  ) {
    const { supplies } = deps;
    const { settings, guardrails } = supplies;
    this.checksInSet = {
      version: (pending) => versionError(engine, settings, pending),
      delegation: (pending) => delegatedChangeError(engine, pending),
      guardrails: () => undefined,
      // The cluster has its own.
      limits: () => undefined,
      lockout: (pending) => lockoutError(engine, supplies, pending),
    };
    this.checks = guardrails
      ? {
          ...this.checksInSet,
          guardrails: (pending) => guardrailError(engine, settings, guardrails, pending),
        }
      : this.checksInSet;
  }

  /** The engine with all that the pipeline adds. */
  completedEngine(): Engine {
    const { engine, deps } = this;
    const added = { entityVersions: true, lockoutQuestion: true };
    const rename = deps.supplies.renaming !== undefined;
    return {
      ...engine,
      features: { ...engine.features, ...added, rename },
      request: (caller, request) => this.request(caller, request),
      changeTogether: (caller, requests, options) => this.changeTogether(caller, requests, options),
      find: findWithVersions(engine),
    };
  }

  private async request(caller: RequestCaller, request: EngineRequest): Promise<EngineResponse> {
    const change = parseChange(request, getName(caller));
    if (!change) return readWithVersion(this.engine, caller, request);
    const [target] = change.targets;
    const work = () => this.run(caller, change, this.checks);
    if (!target) return work();
    return (await this.inQueue(caller, targetKey(target), work)) ?? tooMany();
  }

  /** Between the changes of a set, another one would be checked against a passing state. */
  private async changeTogether(
    caller: RequestCaller,
    requests: readonly EngineRequest[],
    options: ChangeSetOptions
  ): Promise<EngineResult<ChangeSetOutcome>> {
    const work = () => this.runSet(caller, requests, options);
    if (options.isDryRun) return work();
    return (await this.inQueue(caller, 'set', work)) ?? { ok: false, response: tooMany() };
  }

  /**
   * Callers without API access wait for their own changes only, so they cannot delay
   * administrators.
   * @returns `undefined` if too many changes wait
   */
  private async inQueue<T>(
    caller: RequestCaller,
    what: string,
    work: () => Promise<T>
  ): Promise<T | undefined> {
    const identity = await this.engine.identify(caller);
    const queueName = identity?.hasApiAccess ? ALL : `${getName(caller)} ${what}`;
    return this.deps.queues.run(queueName, work);
  }

  private async run(
    caller: RequestCaller,
    change: ChangeRequest,
    checks: Checks
  ): Promise<EngineResponse> {
    const { engine, deps } = this;
    const { renaming, settings, guardrails } = deps.supplies;
    const pending = new PendingChange(caller, change, deps.configuration);
    const error = await awaitFirstError(checks, pending);
    if (error) return error;
    const { renamed, entity, request } = change;
    if (renamed && renaming)
      return rename(
        { engine, deps: { ...deps, settings, renaming, guardrails }, caller, request },
        renamed
      );
    const sent = entity ? withoutConditions(request) : request;
    const response = await writeAndRecord(deps, pending, () =>
      engine.request(caller, sent, change)
    );
    return withNewVersion(engine, pending, response);
  }

  private async runSet(
    caller: RequestCaller,
    requests: readonly EngineRequest[],
    { isDryRun, signal }: ChangeSetOptions
  ): Promise<EngineResult<ChangeSetOutcome>> {
    const { guardrails } = this.deps.supplies;
    const parse = (request: EngineRequest) => parseChange(request, getName(caller));
    const parsed = new Map<EngineRequest, ChangeRequest | undefined>();
    const yieldToOthers = yieldBetween(FIND_LIMITS.sliceMs);
    for (const request of requests) {
      parsed.set(request, parse(request));
      await yieldToOthers();
    }
    // Users who may change nothing must not learn about promises.
    const isChecked = guardrails && (await this.engine.identify(caller))?.hasApiAccess;
    const changes = [...parsed.values()].filter((change) => change !== undefined);
    const error = isChecked ? await this.guardrailErrorOfSet(guardrails, changes) : undefined;
    if (error) {
      const responses = requests.map(() => UNMADE);
      return { ok: true, result: { isDone: false, isWhole: true, responses, error } };
    }
    if (isDryRun) return notTried;
    const send = async (request: EngineRequest, hasFailed: boolean): Promise<EngineResponse> => {
      const change = parsed.get(request) ?? parse(request);
      if (!change) return readWithVersion(this.engine, caller, request);
      // After a failure, the state that was checked no longer comes about.
      return this.run(caller, change, isChecked && !hasFailed ? this.checksInSet : this.checks);
    };
    return changeInSequence(send, requests, signal);
  }

  /**
   * Checks a set once, as the state after all of it: its changes may break a promise for a moment.
   */
  private guardrailErrorOfSet(
    guardrails: GuardrailCheck,
    set: readonly ChangeRequest[]
  ): Promise<CheckError> {
    const { configuration } = this.deps;
    const entity: ConfigurationReader['entity'] = async (type, name) =>
      (await configuration.entities(type)).get(name);
    // One request to the cluster for each entry would take too long.
    const mirrored = { ...configuration, entity };
    const predict = async () => {
      const all: Change[] = [];
      for (const change of set.filter((one) => one.mayChangeAccess)) {
        const changes = predictChanges(change, await readStates(change.targets, mirrored));
        if (!changes) return undefined;
        all.push(...changes);
      }
      return all;
    };
    const replacement = set.find(
      ({ request, targets }) => request.method === 'PUT' && targets[0]?.type === 'guardrails'
    );
    return guardrails.denial(predict, replacement?.request);
  }
}
