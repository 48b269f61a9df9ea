/**
 * The guardrails that a promotion or a migration must keep. A cluster has none: the server that
 * manages it keeps them, so the command gets them as a file.
 */
import { withTexts } from '../../contracts/configuration_files';
import { ENGINE_LIMITS } from '../../contracts/limits';
import type { EngineSettings } from '../api/settings';
import { checkDocument } from '../embedded/configuration_files/entry_rules';
import { FILE_KINDS, problemLine, type FileKind } from '../embedded/configuration_files/file_kinds';
import type { Promises } from '../changes/plan/plan_checks';
import { textOfFile } from '../embedded/configuration_files/folder_texts';
import { parsePlain } from '../embedded/configuration_files/yaml_file';
import { isJsonObject } from '../model/entity_shape';
import { MoveError } from './configuration/side';

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
