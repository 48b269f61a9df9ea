/**
 * The target of a move before and after it, for the checks of a plan. A cluster checks neither
 * lockouts nor guardrails when its documents are written, and a data folder none of entries that a
 * migration writes.
 */
import { isEqual } from 'lodash';
import { RESOURCE_TYPES, type ResourceType } from '../../../contracts/entities';
import type { Change } from '../../api';
import type { EngineSettings } from '../../api/settings';
import { viewOfEntities } from '../../changes/lockout/configuration_view';
import {
  brokenGuardrail,
  type Lockout,
  lockouts,
  type PlanState,
  type Promises,
} from '../../changes/plan/plan_checks';
import { isWritten, type ConflictPolicy } from '../data_type';
import { documentBatch, targetComparison } from './configuration_kinds';
import { readEntities, getRules, listUsers, type Entities } from './entities';
import type { ConfigurationSide, ConfigurationSource, DocumentId, Entry } from './side';

/** A change of the target that is not made yet. */
export interface PlannedMove {
  readonly from: ConfigurationSource;
  readonly to: ConfigurationSide;
  readonly settings: EngineSettings;
  /** @param type - of a file */
  readonly conflictOf: (type: ResourceType | DocumentId) => ConflictPolicy | undefined;
  /** Whether an entry of the target is deleted. Default: none. */
  readonly isRemoved?: (type: ResourceType, name: string) => boolean;
}

type Json = Readonly<Record<string, unknown>>;

interface Pair<T> {
  readonly before: T;
  readonly after: T;
}

/** What a move would make of its target, read once. */
export class MoveReview {
  private constructor(
    private readonly entities: Pair<Entities>,
    private readonly states: Pair<PlanState>,
    private readonly settings: EngineSettings
  ) {}

  static async of(move: PlannedMove): Promise<MoveReview> {
    const { entities: before, hashes } = await readEntities(move.to);
    const able = ableUsers(move, before, hashes);
    const after = await entitiesAfter(move, before, able.after);
    const allowList = await readDocuments(move, 'allowlist');
    const config = await readDocuments(move, 'config');
    const getState = (entities: Entities, time: keyof Pair<unknown>): PlanState => ({
      config: config[time],
      view: viewOfEntities(entities, allowList[time], (name) => able[time].has(name)),
    });
    const states = { before: getState(before, 'before'), after: getState(after, 'after') };
    return new MoveReview({ before, after }, states, move.settings);
  }

  /** Administrators of the target who could not log in or administer it afterwards. */
  lockouts(): readonly Lockout[] {
    return lockouts(this.states.before, this.states.after, this.settings);
  }

  /**
   * The text about the guardrail that the move newly breaks.
   * @param promises - those of the target, if they are known
   */
  brokenGuardrail(promises: Promises | undefined): string | undefined {
    if (promises === undefined) return undefined;
    const { before, after } = this.entities;
    const kept = { before: promises, after: promises };
    return brokenGuardrail(changesBetween(this.entities), kept, this.settings, () => ({
      rules: getRules(before, this.settings),
      users: listUsers(after.internalusers),
    }));
  }
}

function changesBetween({ before, after }: Pair<Entities>): readonly Change[] {
  const changes: Change[] = [];
  for (const type of ['roles', 'rolesmapping', 'actiongroups', 'internalusers'] as const)
    for (const name of new Set([...before[type].keys(), ...after[type].keys()])) {
      const [then, now] = [before[type].get(name), after[type].get(name)];
      if (then !== now && !isEqual(then, now))
        changes.push({ type, name, before: then, after: now });
    }
  return changes;
}

/** Names of users who can log in: those of the second set follow the move in `entitiesAfter`. */
function ableUsers(
  { to }: PlannedMove,
  { internalusers: users }: Entities,
  hashes: ReadonlyMap<string, string>
): Pair<Set<string>> {
  const before = new Set<string>();
  for (const name of users.keys()) {
    const hash = hashes.get(name);
    if (hash === undefined ? !to.showsHashes : to.verifies(hash, hash)) before.add(name);
  }
  return { before, after: new Set(before) };
}

async function entitiesAfter(
  move: PlannedMove,
  before: Entities,
  able: Set<string>
): Promise<Entities> {
  const after: Partial<Record<ResourceType, Map<string, unknown>>> = {};
  for (const type of RESOURCE_TYPES) {
    const entities = new Map<string, unknown>(before[type]);
    for (const name of before[type].keys())
      if (move.isRemoved?.(type, name) === true) entities.delete(name);
    for await (const { entry, there } of writtenBy(move, type)) {
      const { name, entity, hash } = entry;
      entities.set(name, entity);
      // Without a hash, an existing user keeps the password.
      if (type !== 'internalusers' || hash === undefined) continue;
      if (move.to.verifies(hash, there?.hash)) able.add(name);
      else able.delete(name);
    }
    after[type] = entities;
  }
  for (const name of able) if (!after.internalusers?.has(name)) able.delete(name);
  return after as Entities;
}

async function* writtenBy(
  { from, to, conflictOf }: PlannedMove,
  type: ResourceType
): AsyncGenerator<{ readonly entry: Entry; readonly there: Entry | undefined }> {
  const compareWithTarget = await targetComparison(from, to);
  for await (const entry of from.entries(type)) {
    const { compared, there } = await compareWithTarget(entry);
    if (there !== 'built_in' && isWritten(compared, conflictOf(type))) yield { entry, there };
  }
}

async function readDocuments(
  { from, to, conflictOf }: PlannedMove,
  id: 'allowlist' | 'config'
): Promise<Pair<Json | undefined>> {
  const [there, body] = [await to.document(id), await from.document(id)];
  const [before, moved] = [there, body].map((one) => (one === 'unreadable' ? undefined : one));
  const [compared] = (await documentBatch(id, from, to))?.compared ?? [];
  const isMoved = compared !== undefined && isWritten(compared, conflictOf(id));
  return { before, after: isMoved ? moved : before };
}
