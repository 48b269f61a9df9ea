/**
 * Import: creates objects in the tenant from an export file
 * (docs/reference/core.md#saved-objects-api).
 *
 * An object with a conflict or a missing reference is skipped, and the others are imported. Any
 * other error (an unknown type, invalid attributes) prevents the whole import.
 *
 * The whole file is checked before anything is written. Objects are then written in batches,
 * references first: until the end, or after a crash, the tenant contains the first part of the
 * file, without references to the rest except in cycles. An object that another user has written
 * since the check is a conflict like any other.
 */
import type {
  ImportError,
  ImportErrorReason,
  ImportResponse,
  ImportRetry,
  ImportSuccess,
} from '../../../../contracts/api/saved_objects';
import { TRANSFER_ERRORS } from '../../../../contracts/errors';
import { isUnwritable, objectKey, SavedObjectsError } from '../../../../backend/api';
import type { SavedObjectsClient } from '../client';
import { assertObjectId, createObjectId } from '../object_validation';
import { iterateInSlices, TimeSlice } from '../../../../workers';
import type { SavedObjectsTypeRegistry } from '../type_registry';
import { readImportedObjects, toReason, unknownReason, type ImportedObject } from './import_file';
import { sortByReferences } from './sort_by_references';

/** Types that must exist if an object references them. */
const ENFORCED_REFERENCE_TYPES = ['index-pattern', 'search'];
/** Objects that are passed to the store together, and whose attributes are in memory meanwhile. */
const CHUNK = 64;

export interface ImportDeps {
  readonly client: Pick<SavedObjectsClient, 'locate' | 'bulkCreateEach'>;
  readonly types: SavedObjectsTypeRegistry;
  /** Maximum number of objects in one file. */
  readonly maxObjects: number;
}

export interface ImportOptions {
  readonly file: Buffer;
  readonly overwrite: boolean;
  /** Gives every object a new id, so that nothing is overwritten. */
  readonly createNewCopies: boolean;
  /** Imports only these objects of the file, with the options of each entry. */
  readonly retries?: readonly ImportRetry[];
}

interface Candidate {
  readonly object: ImportedObject;
  readonly retry?: ImportRetry;
  readonly destinationId: string;
  readonly overwrite: boolean;
}

type Reasons = Map<Candidate, ImportErrorReason>;

/** @throws {SavedObjectsError} 400 for an unreadable file, 403 without write permission */
export async function importObjects(
  options: ImportOptions,
  deps: ImportDeps
): Promise<ImportResponse> {
  const objects = await readImportedObjects(options.file, deps);
  const candidates = await toCandidates(objects, options);
  const errors: Reasons = new Map();
  const report = (candidate: Candidate, reason: ImportErrorReason | undefined) => {
    if (reason && !errors.has(candidate)) errors.set(candidate, reason);
  };
  for (const candidate of candidates) report(candidate, checkCandidate(candidate));
  for (const [candidate, reason] of await findMissingReferences(candidates, deps))
    report(candidate, reason);
  for (const candidate of await findConflicts(candidates, deps))
    report(candidate, { type: 'conflict' });
  const isHopeless = [...errors.values()].some(
    ({ type }) => type === 'unsupported_type' || type === 'unknown'
  );
  const accepted = isHopeless ? [] : candidates.filter((candidate) => !errors.has(candidate));
  for (const [candidate, reason] of await write(accepted, candidates, deps))
    report(candidate, reason);
  return toResponse(
    accepted.filter((candidate) => !errors.has(candidate)),
    errors,
    deps.types
  );
}

async function toCandidates(
  objects: readonly ImportedObject[],
  { overwrite, createNewCopies, retries }: ImportOptions
): Promise<Candidate[]> {
  const chosen = retries && new Map(retries.map((retry) => [objectKey(retry), retry]));
  const candidates: Candidate[] = [];
  for await (const object of iterateInSlices(await sortByReferences(objects))) {
    const retry = chosen?.get(objectKey(object));
    if (chosen && !retry) continue;
    const isCopy = createNewCopies || retry?.createNewCopy === true;
    candidates.push({
      object: retry ? replaceReferences(object, retry) : object,
      ...(retry && { retry }),
      destinationId: retry?.destinationId ?? (isCopy ? createObjectId() : object.id),
      overwrite: !createNewCopies && (retry ? retry.overwrite === true : overwrite),
    });
  }
  return candidates;
}

function replaceReferences(
  object: ImportedObject,
  { replaceReferences: rules = [] }: ImportRetry
): ImportedObject {
  const rule = new Map<string, string>();
  // Reversed, so that the first rule for a reference wins.
  for (const { type, from, to } of [...rules].reverse())
    rule.set(objectKey({ type, id: from }), to);
  return {
    ...object,
    references: object.references.map((reference) => ({
      ...reference,
      id: rule.get(objectKey(reference)) ?? reference.id,
    })),
  };
}

function checkCandidate({ object, destinationId }: Candidate): ImportErrorReason | undefined {
  if (object.problem) return object.problem;
  try {
    assertObjectId(destinationId);
    return undefined;
  } catch (error) {
    return toReason(error);
  }
}

async function findMissingReferences(
  candidates: readonly Candidate[],
  { client }: ImportDeps
): Promise<Reasons> {
  const inFile = new Set(candidates.map(({ object }) => objectKey(object)));
  const outside = new Map<string, { type: string; id: string }>();
  const needed = new Map<Candidate, Array<{ type: string; id: string }>>();
  for await (const candidate of iterateInSlices(candidates)) {
    const { object, retry } = candidate;
    if (retry?.ignoreMissingReferences) continue;
    const references = object.references
      .filter((one) => ENFORCED_REFERENCE_TYPES.includes(one.type) && !inFile.has(objectKey(one)))
      .map(({ type, id }) => ({ type, id }));
    if (references.length === 0) continue;
    needed.set(candidate, references);
    for (const reference of references) outside.set(objectKey(reference), reference);
  }
  const keys = [...outside.values()];
  const found = await client.locate(keys);
  const missing = new Set(keys.filter((_, index) => !found[index]).map(objectKey));
  const reasons: Reasons = new Map();
  for await (const [candidate, references] of iterateInSlices(needed)) {
    const missingReferences = references.filter((reference) => missing.has(objectKey(reference)));
    if (missingReferences.length > 0)
      reasons.set(candidate, { type: 'missing_references', references: missingReferences });
  }
  return reasons;
}

async function findConflicts(
  candidates: readonly Candidate[],
  { client }: ImportDeps
): Promise<Candidate[]> {
  const careful = candidates.filter(({ overwrite }) => !overwrite);
  const found = await client.locate(
    careful.map(({ object, destinationId }) => ({ type: object.type, id: destinationId }))
  );
  return careful.filter((_, index) => found[index]);
}

/** @returns the objects that were not written, with the reason */
async function write(
  accepted: readonly Candidate[],
  candidates: readonly Candidate[],
  { client }: ImportDeps
): Promise<Reasons> {
  const moved = new Map(
    candidates.map(({ object, destinationId }) => [objectKey(object), destinationId])
  );
  const reasons: Reasons = new Map();
  const slice = new TimeSlice();
  for (let start = 0; start < accepted.length; start += CHUNK) {
    await slice.next();
    const chunk = accepted.slice(start, start + CHUNK);
    const items = [];
    for await (const candidate of iterateInSlices(chunk, slice))
      items.push(toItem(candidate, moved));
    const responses = await client.bulkCreateEach(items).catch((error: unknown) => {
      throw isUnwritable(error) ? stoppedAt(start, accepted.length) : error;
    });
    for (const [index, { error }] of responses.entries()) {
      if (!error) continue;
      reasons.set(
        chunk[index] as Candidate,
        error.statusCode === 409 ? { type: 'conflict' } : unknownReason(error)
      );
    }
  }
  return reasons;
}

const stoppedAt = (count: number, total: number): SavedObjectsError =>
  new SavedObjectsError(TRANSFER_ERRORS.importStopped, { count, total });

/** Changes references to objects of the file to their new ids. */
const toItem = (
  { object, destinationId, overwrite }: Candidate,
  moved: ReadonlyMap<string, string>
): Parameters<ImportDeps['client']['bulkCreateEach']>[0][number] => ({
  type: object.type,
  id: destinationId,
  overwrite,
  attributes: object.readAttributes(),
  references: object.references.map((reference) => ({
    ...reference,
    id: moved.get(objectKey(reference)) ?? reference.id,
  })),
  ...(object.migrationVersion && { migrationVersion: object.migrationVersion }),
});

function toResponse(
  accepted: readonly Candidate[],
  errors: ReadonlyMap<Candidate, ImportErrorReason>,
  types: SavedObjectsTypeRegistry
): ImportResponse {
  const meta = ({ object }: Candidate) => {
    const { title } = object;
    const icon = types.get(object.type)?.management?.icon;
    return { ...(title !== undefined && { title }), ...(icon !== undefined && { icon }) };
  };
  const successResults = accepted.map((candidate): ImportSuccess => ({
    type: candidate.object.type,
    id: candidate.object.id,
    meta: meta(candidate),
    ...(candidate.destinationId !== candidate.object.id && {
      destinationId: candidate.destinationId,
    }),
    ...(candidate.overwrite && { overwrite: true }),
  }));
  const failures = [...errors].map(([candidate, error]): ImportError => ({
    id: candidate.object.id,
    type: candidate.object.type,
    ...(meta(candidate).title !== undefined && { title: meta(candidate).title }),
    meta: meta(candidate),
    ...(candidate.overwrite && { overwrite: true }),
    error,
  }));
  return {
    successCount: accepted.length,
    success: failures.length === 0,
    ...(successResults.length > 0 && { successResults }),
    ...(failures.length > 0 && { errors: failures }),
  };
}
