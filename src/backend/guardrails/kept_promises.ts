/** The promises of a configuration: their validation, and the list that a change must keep. */
import { isEmpty, isEqual } from 'lodash';
import type { GuardrailPromise } from '../../contracts/entities/documents';
import { ENGINE_ERRORS, englishText } from '../../contracts/errors';
import { ENGINE_LIMITS, FIND_LIMITS } from '../../contracts/limits';
import type { Change } from '../api/change';
import type { EngineRequest, EngineResponse } from '../api/engine';
import { isJsonObject } from '../model/entity_shape';
import { bodyProblem, checkPayload, readBody } from '../model/payload';
import { PAYLOAD_RULES } from '../model/payload_rules';
import { badRequest, conflict, RestError } from '../model/responses';
import { runInSlices } from '../scheduling/cooperative_task';
import type { Breach, KnownGrants } from './breaches';
import {
  breachOfChanges,
  breachText,
  type ChangedConfiguration,
  concernsAccess,
  keptNow,
  promisesAround,
  getPromises,
} from './changes';
import { guardrailProblem, type CompiledPromise } from './promise';

type Json = Readonly<Record<string, unknown>>;

/** Grants are kept by position, so each list has its own. */
interface PromiseList {
  readonly promises: readonly CompiledPromise[];
  readonly known: KnownGrants;
}

const toList = (promises: readonly CompiledPromise[]): PromiseList => ({
  promises,
  known: new WeakMap(),
});

export class KeptPromises {
  private all = toList([]);
  /** Those that no reason lets a change pass. */
  private strict: PromiseList | undefined;
  private body: Json | undefined;
  private revision: number | string | undefined;

  /** @param apiRoles - roles that give access to the security API */
  constructor(private readonly apiRoles: readonly string[]) {}

  /** Compiles the promises again if the document has changed. */
  follow(document: { readonly revision: number | string; readonly body: Json } | undefined): void {
    if (document?.revision === this.revision) return;
    this.revision = document?.revision;
    this.body = document?.body;
    this.all = toList(getPromises(this.body, this.apiRoles));
    this.strict = undefined;
  }

  get isEmpty(): boolean {
    return this.all.promises.length === 0;
  }

  /**
   * Whether changes can break a promise at all.
   * @param next - promises that the same request puts in place of these
   */
  concerns(changes: readonly Change[], next?: Json): boolean {
    return !(this.isEmpty && isEmpty(next)) && changes.some(concernsAccess);
  }

  /**
   * The response to changes that newly break a promise, found in time slices. A reason of the
   * current work lets them pass promises that ask for one.
   */
  async denial(
    changes: readonly Change[],
    configuration: ChangedConfiguration,
    next?: Json
  ): Promise<EngineResponse | undefined> {
    const { promises, known } = this.list(next);
    const breach = await runInSlices(breachOfChanges(configuration, promises, changes, known), {
      sliceMs: FIND_LIMITS.sliceMs,
      limitMs: Number.POSITIVE_INFINITY,
    });
    return breach && breachResponse(breach);
  }

  private list(next?: Json): PromiseList {
    if (next !== undefined && !isEqual(next, this.body))
      return toList(keptNow(promisesAround(this.body, next, this.apiRoles)));
    const { promises } = this.all;
    const kept = keptNow(promises);
    return kept === promises ? this.all : (this.strict ??= toList(kept));
  }
}

function breachResponse(breach: Breach): EngineResponse {
  const { name, promise } = breach.guardrail;
  return conflict(breachText(breach), {
    guardrail: name,
    ...(breach.role !== undefined && { role: breach.role }),
    ...(promise.on_breach === 'ask' && { asks_reason: true }),
  });
}

/**
 * The promises of a request that replaces all of them.
 * @throws {RestError} 400 if one is invalid, or there are too many
 */
export function readPromises(
  request: EngineRequest,
  settings: Parameters<typeof checkPayload>[2]
): Json {
  let promises: unknown;
  try {
    promises = readBody(request);
  } catch (error) {
    throw invalid(bodyProblem(error));
  }
  if (!isJsonObject(promises)) throw invalid('an object of promises is expected');
  const { guardrails: most } = ENGINE_LIMITS;
  if (Object.keys(promises).length > most) throw invalid(`at most ${most} are possible`);
  for (const [name, promise] of Object.entries(promises)) {
    if (!isJsonObject(promise)) throw invalid(`${name}: an object is expected`);
    checkPromise(name, promise, settings);
    const problem = guardrailProblem(promise as unknown as GuardrailPromise);
    if (problem !== undefined) throw invalid(`${name}: ${problem}`);
  }
  return promises;
}

function checkPromise(
  name: string,
  promise: Json,
  settings: Parameters<typeof checkPayload>[2]
): void {
  try {
    checkPayload(promise, PAYLOAD_RULES.guardrails, settings);
  } catch (error) {
    if (!(error instanceof RestError)) throw error;
    const { response } = error;
    const { reason, ...details } = response.body as Json;
    throw new RestError({
      ...response,
      body: { ...details, reason: `${name}: ${String(reason)}` },
    });
  }
}

const invalid = (details: string): RestError =>
  new RestError(badRequest(englishText(ENGINE_ERRORS.invalidGuardrail, { details })));
