/**
 * The guardrails that a promotion or a migration must keep. A cluster has none: the server that
 * manages it keeps them, so the command gets them as a file.
 */
import { isEqual } from 'lodash';
import { withTexts } from '../../contracts/configuration_files';
import { ENGINE_LIMITS } from '../../contracts/limits';
import type { Change } from '../api';
import { OverlayRules } from '../access/evaluation/overlay_rules';
import { ruleSetFor } from '../access/evaluation/rule_set';
import type { EngineSettings } from '../api/settings';
import { checkDocument } from '../embedded/configuration_files/entry_rules';
import { FILE_KINDS, problemLine, type FileKind } from '../embedded/configuration_files/file_kinds';
import { textOfFile } from '../embedded/configuration_files/folder_texts';
import { parsePlain } from '../embedded/configuration_files/yaml_file';
import {
  breachOfChanges,
  changedRules,
  concernsAccess,
  keptNow,
  offlineBreachText,
  promisesOf,
} from '../guardrails/changes';
import { isJsonObject } from '../model/entity_shape';
import { MirroredUsers } from '../opensearch/engine/mirrored_users';
import { runToCompletion } from '../scheduling/cooperative_task';
import { changedBy, type PlannedMove } from './configuration/lost_access';
import { MoveError } from './configuration/side';
import type { Note } from './plan_text';

/** By name. */
export type Promises = Readonly<Record<string, unknown>>;

const TYPES = ['roles', 'rolesmapping', 'actiongroups', 'internalusers'] as const;

const KIND = FILE_KINDS.find(({ type }) => type === 'guardrails') as FileKind & {
  readonly type: 'guardrails';
};

/** @throws {MoveError} if the file cannot be read, or a promise is invalid */
export function promisesIn(file: string, settings: EngineSettings): Promises {
  let body: unknown;
  try {
    body = parsePlain(textOfFile(file));
  } catch (error) {
    throw new MoveError(`The guardrails could not be read: ${(error as Error).message}`);
  }
  if (!isJsonObject(body))
    throw new MoveError(`${file} has no guardrails: name them, each with rule and action.`);
  const { _meta: _, ...written } = body;
  const promises = Object.fromEntries(
    Object.entries(written).map(([name, promise]) => [name, withTexts('guardrails', promise)])
  );
  const { guardrails: most } = ENGINE_LIMITS;
  if (Object.keys(promises).length > most)
    throw new MoveError(`${file} has more than ${most} guardrails.`);
  for (const [name, promise] of Object.entries(promises)) {
    const [problem] = checkDocument(KIND, name, promise, settings).problems;
    if (problem) throw new MoveError(problemLine({ ...problem, file }));
  }
  return promises;
}

/**
 * The text about the promise that a move newly breaks. A reason of the current work (`withReason`)
 * lets it pass those that ask for one.
 */
export async function brokenPromise(
  move: PlannedMove,
  known: Promises | undefined
): Promise<string | undefined> {
  const promises = keptNow(promisesOf(known, move.settings.apiRoles));
  if (promises.length === 0) return undefined;
  const before = ruleSetFor(move.settings);
  const changes: Change[] = [];
  let users: ReadonlyMap<string, unknown> = new Map();
  for (const type of TYPES) {
    const entities = await changedBy(move, type);
    for (const name of new Set([...entities.before.keys(), ...entities.after.keys()])) {
      const [then, now] = [entities.before.get(name), entities.after.get(name)];
      if (type !== 'internalusers') before.apply({ type, name, after: then });
      if (!isEqual(then, now)) changes.push({ type, name, before: then, after: now });
    }
    if (type === 'internalusers') users = entities.after;
  }
  if (!changes.some(concernsAccess)) return undefined;
  const after = new OverlayRules(
    before,
    changedRules(changes, (change) => change.after)
  );
  const source = new MirroredUsers({ entities: () => users as never });
  const breach = runToCompletion(breachOfChanges({ before, after }, source, promises, changes));
  return breach && offlineBreachText(breach);
}

export const brokenNotes = (text: string | undefined): readonly Note[] =>
  text === undefined ? [] : [{ text: `GUARDRAIL: ${text}` }];

/** Says whether a change of a cluster was checked against guardrails. */
export const checkedNote = (known: Promises | undefined): Note => ({
  text: known
    ? `Guardrails checked: ${Object.keys(known).length}.`
    : 'No guardrails were checked. Those of a cluster are kept by the server that manages it: --guardrails=FILE names them.',
});
