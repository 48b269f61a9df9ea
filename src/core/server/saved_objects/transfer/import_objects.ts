/**
 * Import: objects of an export file become objects of the tenant (core-services section 23).
 *
 * A conflict or a missing reference holds back the object concerned only; the others are imported. Anything
 * else (a type nobody knows, attributes its type refuses) means that nothing of the file is imported.
 */
import { SavedObjectsError } from '../errors';
import { assertObjectId, createObjectId } from '../object_id';
import type { SavedObjectsTypeRegistry } from '../type_registry';
import type { SavedObjectsBulkItem, SavedObjectsClientContract } from '../types';
import { sortByReferences } from './export_objects';
import { readImportedObjects } from './import_file';
import type {
  ImportError,
  ImportErrorReason,
  ImportResponse,
  ImportRetry,
  ImportSuccess,
  ImportedObject,
} from './import_types';

/** Types whose absence breaks what refers to them. */
const ENFORCED_REFERENCE_TYPES = ['index-pattern', 'search'];

export interface ImportDeps {
  readonly client: SavedObjectsClientContract & {
    /** All or none. */
    bulkCreateAtomic(
      objects: ReadonlyArray<SavedObjectsBulkItem & { readonly overwrite?: boolean }>
    ): Promise<void>;
  };
  readonly types: SavedObjectsTypeRegistry;
  /** Objects in one file. */
  readonly maxObjects: number;
}

export interface ImportOptions {
  readonly text: string;
  readonly overwrite: boolean;
  /** Every object gets a new id; nothing is ever overwritten. */
  readonly createNewCopies: boolean;
  /** Only these objects of the file, as each entry says. */
  readonly retries?: readonly ImportRetry[];
}

interface Candidate {
  readonly object: ImportedObject;
  readonly retry?: ImportRetry;
  readonly destinationId: string;
  readonly overwrite: boolean;
}

const keyOf = (type: string, id: string): string => JSON.stringify([type, id]);

/** @throws {SavedObjectsError} 400 for a file that cannot be read at all, 403 without the right to write */
export async function importObjects(
  options: ImportOptions,
  deps: ImportDeps
): Promise<ImportResponse> {
  const candidates = toCandidates(readImportedObjects(options.text, deps.maxObjects), options);
  const errors = new Map<Candidate, ImportErrorReason>();
  const report = (candidate: Candidate, reason: ImportErrorReason | undefined) => {
    if (reason && !errors.has(candidate)) errors.set(candidate, reason);
  };
  for (const candidate of candidates) report(candidate, checkObject(candidate, deps.types));
  for (const [candidate, reason] of await findMissingReferences(candidates, deps))
    report(candidate, reason);
  for (const candidate of await findConflicts(candidates, deps))
    report(candidate, { type: 'conflict' });
  const isHopeless = [...errors.values()].some(
    ({ type }) => type === 'unsupported_type' || type === 'unknown'
  );
  const accepted = isHopeless ? [] : candidates.filter((candidate) => !errors.has(candidate));
  if (accepted.length > 0) await deps.client.bulkCreateAtomic(toItems(accepted, candidates));
  return toResponse(accepted, errors, deps.types);
}

function toCandidates(
  objects: readonly ImportedObject[],
  { overwrite, createNewCopies, retries }: ImportOptions
): Candidate[] {
  const chosen = retries && new Map(retries.map((retry) => [keyOf(retry.type, retry.id), retry]));
  return sortByReferences(objects).flatMap((object) => {
    const retry = chosen?.get(keyOf(object.type, object.id));
    if (chosen && !retry) return [];
    const isCopy = createNewCopies || retry?.createNewCopy === true;
    return [
      {
        object: retry ? replaceReferences(object, retry) : object,
        ...(retry && { retry }),
        destinationId: retry?.destinationId ?? (isCopy ? createObjectId() : object.id),
        overwrite: !createNewCopies && (retry ? retry.overwrite === true : overwrite),
      },
    ];
  });
}

const replaceReferences = (
  object: ImportedObject,
  { replaceReferences: rules = [] }: ImportRetry
): ImportedObject => ({
  ...object,
  references: object.references.map((reference) => {
    const rule = rules.find(({ type, from }) => type === reference.type && from === reference.id);
    return rule ? { ...reference, id: rule.to } : reference;
  }),
});

function checkObject(
  { object, destinationId }: Candidate,
  types: SavedObjectsTypeRegistry
): ImportErrorReason | undefined {
  const type = types.get(object.type);
  if (!type || type.hidden || type.management?.importableAndExportable === false)
    return { type: 'unsupported_type' };
  try {
    assertObjectId(destinationId);
    types.validate(object.type, object.attributes);
    return undefined;
  } catch (error) {
    if (!(error instanceof SavedObjectsError)) throw error;
    return { type: 'unknown', statusCode: error.statusCode, message: error.message };
  }
}

async function findMissingReferences(
  candidates: readonly Candidate[],
  { client }: ImportDeps
): Promise<Map<Candidate, ImportErrorReason>> {
  const inFile = new Set(candidates.map(({ object }) => keyOf(object.type, object.id)));
  const outside = new Map<string, { type: string; id: string }>();
  const needed = ({ object, retry }: Candidate) =>
    retry?.ignoreMissingReferences
      ? []
      : object.references.filter(
          ({ type, id }) => ENFORCED_REFERENCE_TYPES.includes(type) && !inFile.has(keyOf(type, id))
        );
  for (const { type, id } of candidates.flatMap(needed)) outside.set(keyOf(type, id), { type, id });
  if (outside.size === 0) return new Map();
  const { saved_objects: found } = await client.bulkGet([...outside.values()]);
  const missing = new Set(
    found.filter(({ error }) => error).map(({ type, id }) => keyOf(type, id))
  );
  return new Map(
    candidates.flatMap((candidate): Array<[Candidate, ImportErrorReason]> => {
      const references = needed(candidate)
        .filter(({ type, id }) => missing.has(keyOf(type, id)))
        .map(({ type, id }) => ({ type, id }));
      return references.length > 0 ? [[candidate, { type: 'missing_references', references }]] : [];
    })
  );
}

async function findConflicts(
  candidates: readonly Candidate[],
  { client, types }: ImportDeps
): Promise<Candidate[]> {
  const careful = candidates.filter(
    ({ object, overwrite }) => !overwrite && types.get(object.type)
  );
  const { saved_objects: found } = await client.bulkGet(
    careful.map(({ object, destinationId }) => ({ type: object.type, id: destinationId }))
  );
  return careful.filter((_, index) => found[index]?.error === undefined);
}

/** References to objects of the file follow them to their new ids. */
function toItems(
  accepted: readonly Candidate[],
  candidates: readonly Candidate[]
): Array<SavedObjectsBulkItem & { overwrite: boolean }> {
  const moved = new Map(
    candidates.map(({ object, destinationId }) => [keyOf(object.type, object.id), destinationId])
  );
  return accepted.map(({ object, destinationId, overwrite }) => ({
    type: object.type,
    id: destinationId,
    overwrite,
    attributes: object.attributes,
    references: object.references.map((reference) => ({
      ...reference,
      id: moved.get(keyOf(reference.type, reference.id)) ?? reference.id,
    })),
    ...(object.migrationVersion && { migrationVersion: object.migrationVersion }),
  }));
}

function toResponse(
  accepted: readonly Candidate[],
  errors: ReadonlyMap<Candidate, ImportErrorReason>,
  types: SavedObjectsTypeRegistry
): ImportResponse {
  const meta = ({ object }: Candidate) => {
    const title = object.attributes[types.titleField(object.type)];
    const icon = types.get(object.type)?.management?.icon;
    return { ...(typeof title === 'string' && { title }), ...(icon !== undefined && { icon }) };
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
