/** PATCH of single documents (`/config/...`), in one transaction. */
import { isEqual } from 'lodash';
import { isJsonObject } from '../../../model/entity_shape';
import type { Transaction } from '../../configuration_store/configuration_writer';
import type { EntityStore } from '../../configuration_store/entity_store';
import type { EngineResponse } from '../../../api/engine';
import { guardedWrite, type RequestContext, type RestDeps } from './request_context';
import { refuseMeta } from './meta_name';
import {
  applyPatch,
  applyPatchInSteps,
  firstSegments,
  parsePatch,
  PatchError,
  PointerError,
  type SentOperation,
} from '../../../changes/json_patch';
import type { CooperativeTask } from '../../../scheduling/cooperative_task';
import {
  BODY_REQUIRED,
  checkPayload,
  getObject,
  readBody,
  type Payload,
} from '../../../model/payload';
import type { PayloadRules } from '../../../model/payload_rules';
import {
  badRequest,
  illegalArgument,
  invalid,
  json,
  refuseIf,
  RestError,
} from '../../../model/responses';

/** @throws {RestError} 400 with the documented texts */
export function readPatch({ request }: Pick<RequestContext, 'request'>): readonly SentOperation[] {
  let body: unknown;
  try {
    body = readBody(request);
  } catch (error) {
    throw new RestError(
      badRequest(`Error in JSON patch: ${error instanceof Error ? error.message : String(error)}`)
    );
  }
  return withPatchErrors(() => parsePatch(body));
}

/** @throws {RestError} 400 if the path of an operation does not exist */
export const apply = (document: unknown, operations: readonly SentOperation[]): unknown =>
  withPatchErrors(() => applyPatch(document, operations));

/** The same in time slices. @throws {RestError} 400 if the path of an operation does not exist */
export function* appliedInSteps(
  document: unknown,
  operations: readonly SentOperation[]
): CooperativeTask<unknown> {
  try {
    return yield* applyPatchInSteps(document, operations);
  } catch (error) {
    throw findError(error);
  }
}

function withPatchErrors<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw findError(error);
  }
}

function findError(error: unknown): unknown {
  if (error instanceof PatchError) return new RestError(badRequest(error.message));
  if (error instanceof PointerError) return new RestError(illegalArgument(error.message));
  return error;
}

export const noChange = (): EngineResponse =>
  json(200, { status: 'OK', message: 'No updates required' });

/** The document has only the key `config`; other keys are rejected as in a body. */
function unknownKeyProblem(document: unknown): EngineResponse | undefined {
  const unknownEntries = isJsonObject(document)
    ? Object.entries(document).filter(([key]) => key !== 'config')
    : [];
  if (unknownEntries.length === 0) return undefined;
  const isEmpty = unknownEntries.some(
    ([, value]) => !isJsonObject(value) || Object.keys(value).length === 0
  );
  return isEmpty
    ? invalid(BODY_REQUIRED)
    : badRequest(`There is no configuration '${unknownEntries[0]?.[0].slice(0, 100)}'.`);
}

/**
 * @param rules - the rules for the document as a body
 * @param read - returns the document as the patch sees it
 * @param save - stores the patched document
 */
export async function patchDocument(
  deps: RestDeps,
  call: RequestContext,
  rules: PayloadRules,
  read: (store: EntityStore) => Payload,
  save: (store: Transaction, config: Payload) => EngineResponse
): Promise<EngineResponse> {
  const operations = readPatch(call);
  firstSegments(operations).forEach(refuseMeta);
  return guardedWrite(deps, call, (store) => {
    const before = { config: read(store) };
    const after = apply(before, operations);
    if (isEqual(before, after)) return noChange();
    const config = isJsonObject(after) ? after['config'] : undefined;
    refuseIf(unknownKeyProblem(after));
    if (config === undefined)
      throw new RestError(badRequest('The whole configuration cannot be removed or replaced.'));
    const payload = getObject(config, rules);
    checkPayload(payload, rules, deps.settings);
    return save(store, payload);
  });
}
