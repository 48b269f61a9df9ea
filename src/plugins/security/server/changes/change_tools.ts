/**
 * What other plugins use to compare, plan and make changes of the configuration: the same functions
 * as imports and promotions (docs/architecture.md#changes-of-many-entries). Each works with the
 * permissions of the engine that it is given.
 */
import { applyChanges, applyOptions } from './apply';
import { compareContents, compareFiles, fileContent } from './compare_contents';
import { isSavableName } from './entity_names';
import { planChanges } from './plan';
import { unreadableKinds } from './readable_kinds';
import { storedEntries, storedEntry } from './stored_entries';

export const CHANGE_TOOLS = {
  /** Which changes make desired entries come true, and why some cannot be made. */
  plan: planChanges,
  /** Makes changes together, with all checks of a save. */
  apply: applyChanges,
  /** What a request says about the changes that it makes. */
  applyOptions,
  /** An entry with its version, always fresh. */
  read: storedEntry,
  /** All entries of a kind with their versions, as visible to the caller. */
  readAll: storedEntries,
  isSavableName,
  compareFiles,
  compareContents,
  fileContent,
  unreadableKinds,
} as const;

export type ChangeTools = typeof CHANGE_TOOLS;
