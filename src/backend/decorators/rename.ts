/**
 * Renaming for a backend that changes one kind of entry per request. Copies the entry, moves what
 * refers to it and deletes the old one last, so that no access is lost in between; repeating an
 * interrupted rename finishes it.
 */
import { isEqual } from 'lodash';
import type { RenameResponse } from '../../contracts/api';
import type { Entity } from '../../contracts/entities';
import { ENGINE_ERRORS, englishText } from '../../contracts/errors';
import type { EngineSupplies, GuardrailCheck, RenameSupplies } from '../api/backend';
import type { Engine, EngineRequest, EngineResponse, RequestCaller } from '../api/engine';
import { changeRecords } from '../changes/history/records';
import { namedInConfiguration, REFERENCES, type Renamable } from '../changes/rename/references';
import { targetKey } from '../changes/requests/change_request';
import {
  changesBetween,
  readStates,
  type TargetStates,
} from '../changes/requests/predicted_changes';
import { isJsonObject } from '../model/entity_shape';
import { PREFIX } from '../model/paths';
import { readPayload } from '../model/payload';
import { PAYLOAD_RULES } from '../model/payload_rules';
import { preconditionProblem } from '../model/precondition';
import { forbid, json, refuseIf, RestError } from '../model/responses';
import { deliver, getOrigin, type RecordingDeps } from './change_recorder';
import {
  assertOpen,
  type Body,
  entryPath,
  EntryRequests,
  refuse,
  type RenameNames,
  RenamePlan,
  type Step,
} from './rename_plan';
import { readWithVersion } from './version_check';

interface RenameDeps extends RecordingDeps {
  readonly settings: EngineSupplies['settings'];
  readonly renaming: RenameSupplies;
  readonly guardrails: GuardrailCheck | undefined;
}

interface RenameCall {
  readonly engine: Engine;
  readonly deps: RenameDeps;
  readonly caller: RequestCaller;
  readonly request: EngineRequest;
}

/** Checks and makes a rename; its requests have the caller's credentials. */
export async function rename(
  call: RenameCall,
  { type, name }: { readonly type: Renamable; readonly name: string }
): Promise<EngineResponse> {
  const { deps, request } = call;
  try {
    const { to } = readPayload(request, PAYLOAD_RULES.rename, deps.settings) as { to: string };
    if (to === '') refuse(400, 'No new name specified.');
    return await new Rename(call, { type, from: name, to }).respond();
  } catch (error) {
    if (error instanceof RestError) return error.response;
    throw error;
  }
}

class Rename {
  private readonly requests: EntryRequests;
  /** Whether an earlier attempt has begun. It is continued and never undone. */
  private isRepeated = false;

  constructor(
    private readonly call: RenameCall,
    private readonly names: RenameNames
  ) {
    this.requests = new EntryRequests(call.engine, call.caller);
  }

  async respond(): Promise<EngineResponse> {
    const { type, from, to } = this.names;
    const { deps, request } = this.call;
    const { unfinished, tenantObjects } = deps.renaming;
    const entry = await this.check();
    await this.refresh();
    const { configuration } = deps;
    const plan = await RenamePlan.of(
      this.names,
      entry,
      this.requests,
      configuration,
      tenantObjects
    );
    const body: RenameResponse = {
      message: `'${from}' renamed to '${to}'.`,
      moved: Object.fromEntries(plan.moved),
      entries: plan.entries,
    };
    if (isDryRun(request)) return json(200, body);
    const before = await readStates(plan.targets, configuration);
    refuseIf(await deps.guardrails?.denial(async () => plan.changes(before)));
    if (!this.isRepeated && !(await unfinished.begin(type, from, to)))
      this.refuseBegun((await unfinished.get(type, from)) ?? to);
    await this.run(plan.steps);
    if (plan.moved.has('objects')) await this.orLog(tenantObjects.deleteCopied(from));
    await this.orLog(unfinished.end(type, from));
    await this.record(plan, before);
    const { etag } = (await this.readEntry(to)).headers;
    return json(200, body, etag === undefined ? {} : { etag });
  }

  /** With its version. */
  private readEntry(name: string): Promise<EngineResponse> {
    const { engine, caller } = this.call;
    const path = entryPath(this.names.type, name);
    return readWithVersion(engine, caller, { method: 'GET', path });
  }

  /** @returns the entry; `undefined` if an earlier attempt has deleted it */
  private async check(): Promise<Body | undefined> {
    const { type, from, to } = this.names;
    const { deps, request } = this.call;
    const found = await this.readEntry(from);
    if (found.statusCode !== 200 && found.statusCode !== 404) throw new RestError(found);
    const entry = (found.body as Readonly<Record<string, Body | undefined>>)[from];
    const begun = await deps.renaming.unfinished.get(type, from);
    this.isRepeated = begun === to;
    if (this.isRepeated && !entry) return undefined;
    if (found.statusCode === 404 || !entry) throw new RestError(found);
    assertOpen(from, entry);
    const named = namedInConfiguration(type, from, deps.settings.apiRoles);
    if (named) throw new RestError(named);
    const problem = preconditionProblem(request, from, found.headers['etag']);
    if (problem !== undefined) refuse(412, problem);
    if (begun !== undefined && !this.isRepeated) this.refuseBegun(begun);
    if (!this.isRepeated && (await this.isTaken())) refuse(409, `'${to}' exists.`);
    await this.assertEndpoints();
    return entry;
  }

  /** @param to - the name that an earlier rename gives */
  private refuseBegun(to: string): never {
    return refuse(409, englishText(ENGINE_ERRORS.renameUnfinished, { from: this.names.from, to }));
  }

  /** A deleted tenant may have left objects, which must not mix with others. */
  private async isTaken(): Promise<boolean> {
    const { type, to } = this.names;
    if (await this.requests.read(type, to)) return true;
    if (type === 'roles') return (await this.requests.read('rolesmapping', to)) !== undefined;
    const { tenantObjects } = this.call.deps.renaming;
    return type === 'tenants' && (await tenantObjects.count(to)) > 0;
  }

  /** @throws {RestError} 403 if the caller may not change what refers to the entry */
  private async assertEndpoints(): Promise<void> {
    const { body } = await this.requests.send('GET', `${PREFIX}/api/permissionsinfo`);
    const { type } = this.names;
    for (const endpoint of [type.toUpperCase(), ...REFERENCES[type].endpoints])
      if (disabledMethods(body, endpoint).some((one) => CHANGES.has(one)))
        throw new RestError(forbid(`You need permission to change ${endpoint}.`));
  }

  /** The lists that show what refers to the entry must not come from an older state. */
  private async refresh(): Promise<void> {
    const { engine, caller } = this.call;
    const query = { type: this.names.type, page: 1, perPage: 1, isFresh: true };
    const found = await engine.find(caller, query);
    if (!found.ok) throw new RestError(found.response);
  }

  /** @throws {RestError} after the steps were undone, or if they could not be */
  private async run(steps: readonly Step[]): Promise<void> {
    const { type, from, to } = this.names;
    const { log, renaming } = this.call.deps;
    const begun: Step[] = [];
    try {
      for (const step of steps) {
        begun.unshift(step);
        await step.run();
      }
    } catch (error) {
      const about = { ...this.names, error: findReason(error) };
      try {
        if (this.isRepeated) throw error;
        for (const step of begun) await step.undo();
        await renaming.unfinished.end(type, from);
      } catch (undoError) {
        const undo = findReason(undoError);
        log.error('A rename stopped before its end. Repeat it to finish it.', { ...about, undo });
        refuse(503, englishText(ENGINE_ERRORS.renameStopped, { from, to }));
      }
      log.warn('A rename failed and was undone.', about);
      if (error instanceof RestError && error.response.statusCode < 500) throw error;
      refuse(503, englishText(ENGINE_ERRORS.renameUndone, { name: from }));
    }
  }

  private async record({ targets }: RenamePlan, before: TargetStates): Promise<void> {
    const { type, from, to } = this.names;
    const { deps, caller, request } = this.call;
    const noteFailure = (error: unknown): void =>
      deps.log.error('A rename was made, but could not be recorded.', {
        ...this.names,
        error: String(error),
      });
    try {
      const after = await readStates(targets, deps.configuration);
      const renamed = after.get(targetKey({ type, name: to }))?.body as Entity | undefined;
      const others = changesBetween(before, after, () => false).filter(
        (one) => !isEqual(one.before, one.after) && !(one.type === type && one.name === to)
      );
      const changes = [{ type, name: to, after: renamed, renamedFrom: from }, ...others];
      const records = changeRecords(changes, getOrigin(caller, request));
      await deliver(records, deps.receivers, noteFailure, deps.late);
    } catch (error) {
      noteFailure(error);
    }
  }

  private async orLog(cleanup: Promise<void>): Promise<void> {
    await cleanup.catch((error: unknown) =>
      this.call.deps.log.error('A rename was made, but has left something behind.', {
        ...this.names,
        error: findReason(error),
      })
    );
  }
}

const CHANGES: ReadonlySet<unknown> = new Set(['PUT', 'PATCH', 'DELETE']);

const isDryRun = ({ query }: EngineRequest): boolean =>
  query?.['dry_run'] !== undefined && query['dry_run'] !== 'false';

const findReason = (error: unknown): string =>
  error instanceof RestError ? JSON.stringify(error.response.body) : String(error);

/** @param body - of `permissionsinfo` */
const disabledMethods = (body: unknown, endpoint: string): readonly unknown[] => {
  const disabled = isJsonObject(body) ? body['disabled_endpoints'] : undefined;
  const methods = isJsonObject(disabled) ? disabled[endpoint] : undefined;
  return Array.isArray(methods) ? methods : [];
};
