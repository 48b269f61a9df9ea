/**
 * The steps of a rename on a backend that changes one kind of entry per request, each with what
 * undoes it. All requests have the caller's credentials.
 */
import { isEqual } from 'lodash';
import type { Entity, ResourceType } from '../../contracts/entities';
import { ENGINE_ERRORS, englishText } from '../../contracts/errors';
import { ENGINE_LIMITS } from '../../contracts/limits';
import type { RenameSupplies } from '../api/backend';
import { DOCUMENT_NAME, type EntityChange, isEntityType } from '../api/change';
import type { ConfigurationReader, Engine, EngineRequest, RequestCaller } from '../api/engine';
import {
  REFERENCES,
  type Renamable,
  renamedIn,
  renamedTenancy,
} from '../changes/rename/references';
import { delegationError } from '../changes/checks';
import { type Target, targetKey } from '../changes/requests/change_request';
import type { TargetStates } from '../changes/requests/predicted_changes';
import { PREFIX } from '../model/paths';
import { isReserved, isStatic, message, refuseIf, RestError } from '../model/responses';
import { getName } from './user_name';

export type Body = Readonly<Record<string, unknown>>;

/** One part of a rename. Both members can be repeated. */
export interface Step {
  run(): Promise<void>;
  /** Restores the state before the rename, however much of it `run` has changed. */
  undo(): Promise<void>;
}

export interface RenameNames {
  readonly type: Renamable;
  readonly from: string;
  readonly to: string;
}

/** Requests of one caller for entries. */
export class EntryRequests {
  constructor(
    private readonly engine: Pick<Engine, 'identify' | 'request'>,
    private readonly caller: RequestCaller
  ) {}

  send(method: EngineRequest['method'], path: string, body?: unknown) {
    return this.engine.request(this.caller, { method, path, ...(body !== undefined && { body }) });
  }

  /** @throws {RestError} with the backend's response if it refuses the change */
  async change(method: EngineRequest['method'], path: string, body?: unknown): Promise<void> {
    const response = await this.send(method, path, body);
    if (response.statusCode >= 300) throw new RestError(response);
  }

  async patch(type: ResourceType, operations: readonly object[]): Promise<void> {
    if (operations.length > 0) await this.change('PATCH', `${PREFIX}/api/${type}`, operations);
  }

  /** The entry with all fields of the backend. @throws {RestError} if the caller may not read it */
  async read(type: ResourceType, name: string): Promise<Body | undefined> {
    const response = await this.send('GET', entryPath(type, name));
    if (response.statusCode === 404) return undefined;
    if (response.statusCode !== 200) throw new RestError(response);
    return (response.body as Readonly<Record<string, Body>>)[name];
  }

  async create(type: ResourceType, name: string, content: Body): Promise<void> {
    if (!(await this.read(type, name)))
      await this.change('PUT', entryPath(type, name), withoutFlags(content));
  }

  async remove(type: ResourceType, name: string): Promise<void> {
    if (await this.read(type, name)) await this.change('DELETE', entryPath(type, name));
  }

  /** @throws {RestError} 403 for a delegated credential if its owner is among these users */
  async assertInPerson(userNames: readonly string[]): Promise<void> {
    const identity = await this.engine.identify(this.caller);
    const owner = { isDelegated: identity?.isDelegated, userName: getName(this.caller) };
    const users = userNames.map((name) => ({ type: 'internalusers', name }) as const);
    refuseIf(delegationError(owner, users));
  }
}

export const entryPath = (type: ResourceType, name: string): string =>
  `${PREFIX}/api/${type}/${encodeURIComponent(name)}`;

export function refuse(statusCode: number, problem: string): never {
  throw new RestError(message(statusCode, problem));
}

/** @throws {RestError} 403 for an entry that the backend protects */
export function assertOpen(name: string, entry: Body): void {
  if (entry['static'] === true) throw new RestError(isStatic(name));
  refuseIf(entry['reserved'] === true || entry['hidden'] === true ? isReserved(name) : undefined);
}

/** What changes with a rename, in an order in which no access is lost. */
export class RenamePlan {
  readonly steps: Step[] = [];
  /** Number of changed entries by kind. */
  readonly moved = new Map<string, number>();
  /** Names of these entries before the rename, by kind. */
  readonly entries: Record<string, readonly string[]> = {};
  readonly targets: Target[];

  private constructor(
    private readonly names: RenameNames,
    private readonly requests: EntryRequests,
    private readonly configuration: ConfigurationReader
  ) {
    const { type, from, to } = names;
    this.targets = [from, to].map((name) => ({ type, name }));
  }

  /**
   * @param entry - the entry; `undefined` if an earlier attempt has deleted it
   * @throws {RestError} if something that refers to the entry cannot be changed
   */
  static async of(
    names: RenameNames,
    entry: Body | undefined,
    requests: EntryRequests,
    configuration: ConfigurationReader,
    tenantObjects: RenameSupplies['tenantObjects']
  ): Promise<RenamePlan> {
    const { type, from, to } = names;
    const plan = new RenamePlan(names, requests, configuration);
    if (entry)
      plan.steps.push({
        run: () => requests.create(type, to, entry),
        undo: () => requests.remove(type, to),
      });
    if (type === 'tenants') await plan.addObjects(tenantObjects);
    if (type === 'roles') await plan.addMapping();
    await plan.addReferences();
    if (type === 'tenants') await plan.addTenancy();
    if (entry)
      plan.steps.push({
        run: () => requests.remove(type, from),
        undo: () => requests.create(type, from, entry),
      });
    return plan;
  }

  /** @param before - states of the targets */
  changes(before: TargetStates): readonly EntityChange[] {
    const { type, from, to } = this.names;
    const { fields } = REFERENCES[type];
    return this.targets.flatMap((target): readonly EntityChange[] => {
      const { type: kind, name = '' } = target;
      if (!isEntityType(kind)) return [];
      const entity = before.get(targetKey(target))?.body as Entity | undefined;
      const isMoved = kind === type || (kind === 'rolesmapping' && [from, to].includes(name));
      if (!isMoved) {
        const after = entity && renamedIn(entity, fields, from, to);
        return [{ type: kind, name, before: entity, after }];
      }
      if (name !== from || !entity) return [];
      return [
        { type: kind, name, before: entity },
        { type: kind, name: to, after: entity, renamedFrom: from },
      ];
    });
  }

  private async addObjects(tenantObjects: RenameSupplies['tenantObjects']): Promise<void> {
    const { from, to } = this.names;
    const count = await tenantObjects.count(from);
    if (count === 0) return;
    for (const name of [from, to])
      if (await this.configuration.entity('internalusers', name))
        refuse(400, englishText(ENGINE_ERRORS.tenantSharesIndex, { name }));
    this.moved.set('objects', count);
    this.steps.push({
      run: () => tenantObjects.copy(from, to),
      undo: () => tenantObjects.discardCopy(from, to),
    });
  }

  private async addMapping(): Promise<void> {
    const { requests } = this;
    const { from, to } = this.names;
    const mapping = await requests.read('rolesmapping', from);
    if (!mapping) return;
    assertOpen(from, mapping);
    this.add('rolesmapping', [from]);
    this.targets.push({ type: 'rolesmapping', name: to });
    const move = (source: string, target: string) =>
      requests.patch('rolesmapping', [
        { op: 'add', path: pointer(target), value: withoutFlags(mapping) },
        { op: 'remove', path: pointer(source) },
      ]);
    this.steps.push({
      run: () => move(from, to),
      undo: async () => {
        if (await requests.read('rolesmapping', to)) await move(to, from);
      },
    });
  }

  private async addReferences(): Promise<void> {
    const { from, to } = this.names;
    const { types, fields } = REFERENCES[this.names.type];
    const most = ENGINE_LIMITS.renameReferences;
    let total = 0;
    for (const type of types) {
      const entities: ReadonlyMap<string, object> = await this.configuration.entities(type);
      const names = [...entities]
        .filter(([name, entity]) => name !== from && renamedIn(entity, fields, from, to) !== entity)
        .map(([name]) => name);
      total += names.length;
      if (total > most)
        refuse(413, `More than ${most} entries refer to '${from}'. Remove some of them first.`);
      if (names.length > 0) await this.addEntityReferences(type, names);
    }
  }

  private async addEntityReferences(type: ResourceType, names: readonly string[]): Promise<void> {
    const { requests } = this;
    const { from, to } = this.names;
    const { fields } = REFERENCES[this.names.type];
    for (const name of names) assertOpen(name, (await requests.read(type, name)) ?? {});
    if (type === 'internalusers') await requests.assertInPerson(names);
    this.add(type, names);
    const originals = new Map<string, Body>();
    this.steps.push({
      run: async () => {
        const operations: object[] = [];
        for (const name of names) {
          const current = (await requests.read(type, name)) ?? {};
          const renamed = renamedIn(current, fields, from, to);
          originals.set(name, differing(renamed, current));
          operations.push(...settings(name, differing(current, renamed)));
        }
        await requests.patch(type, operations);
      },
      undo: async () => {
        const operations: object[] = [];
        for (const [name, original] of originals) {
          const current = await requests.read(type, name);
          if (current) operations.push(...settings(name, differing(current, original)));
        }
        await requests.patch(type, operations);
      },
    });
  }

  private async addTenancy(): Promise<void> {
    const { requests, configuration } = this;
    const { from, to } = this.names;
    if (!renamedTenancy(await configuration.document('config'), from, to)) return;
    const rename = async (source: string, target: string) => {
      const tenancy = renamedTenancy(await configuration.document('config'), source, target);
      if (tenancy) await requests.change('PUT', `${PREFIX}/api/tenancy/config`, tenancy);
    };
    this.moved.set('config', 1);
    this.targets.push({ type: 'config', name: DOCUMENT_NAME });
    this.steps.push({ run: () => rename(from, to), undo: () => rename(to, from) });
  }

  private add(type: ResourceType, names: readonly string[]): void {
    this.moved.set(type, names.length);
    this.entries[type] = names;
    for (const name of names) this.targets.push({ type, name });
  }
}

const pointer = (...segments: readonly string[]): string =>
  segments.map((one) => `/${one.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

const withoutFlags = ({ reserved: _r, hidden: _h, static: _s, ...content }: Body): Body => content;

/** The fields of `after` that differ from `before`. */
const differing = (before: Body, after: Body): Body =>
  Object.fromEntries(Object.entries(after).filter(([key, value]) => !isEqual(before[key], value)));

/** Operations that set fields of an entry. */
const settings = (name: string, fields: Body): readonly object[] =>
  Object.entries(fields).map(([key, value]) => ({ op: 'add', path: pointer(name, key), value }));
