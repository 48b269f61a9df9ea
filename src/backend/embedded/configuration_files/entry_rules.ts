/** Converts an entry of a file into an entity, by the rules of the REST API. */
import type { GuardrailPromise } from '../../../contracts/entities/documents';
import { guardrailProblem } from '../../guardrails/promise';
import { hashProblem } from '../authentication/hash_form';
import { auditProblem } from '../../model/audit_config';
import { isJsonObject } from '../../model/entity_shape';
import type { Entity, ResourceType } from '../../../contracts/entities';
import { SchemaMismatchError } from '../../model/schema_coercion';
import {
  checkPayload,
  entityFrom,
  findLongText,
  knownParts,
  toBoolean,
  type Payload,
} from '../../model/payload';
import { patternFailure } from '../rest/request/pattern_validation';
import { PAYLOAD_RULES, withFlagKeys, type PayloadRules } from '../../model/payload_rules';
import { getResource } from '../rest/entities/resource';
import { badRequest, refuseIf, RestError } from '../../model/responses';
import { coerceSecurityConfig } from '../rest/configuration/security_config_schema';
import type { EngineSettings } from '../../api/settings';
import type { DocumentId } from '../../api/engine';
import type { EngineResponse } from '../../api/engine';
import type { FileKind, FileProblem } from './file_kinds';

/** An entry that passed all rules that concern it alone. */
export interface DesiredEntity {
  readonly type: ResourceType;
  readonly name: string;
  readonly entity: Entity;
  /** For the checks against the whole configuration. */
  readonly payload: Payload;
  readonly hash?: string;
}

export interface DesiredDocument {
  readonly id: DocumentId;
  readonly body: Record<string, unknown>;
}

export type CheckedEntry<T> = { readonly value?: T; readonly problems: readonly FileProblem[] };

/** `usable`: of an entry with problems, what is left without the values that cannot be used. */
export type CheckedEntity = CheckedEntry<DesiredEntity> & { readonly usable?: DesiredEntity };

export const NO_MAP = 'an entry is a map of keys to values';
const MAX_NAME_LENGTH = 256;
/**
 * Accepted and dropped, because the cluster reads them from old files. Source:
 * docs/reference/engine.md#configuration-files.
 */
const OLD_USER_KEYS = ['enabled', 'service'];
/** Certificates, keys and metadata in a cluster's documents are long. */
const LONG_STRINGS = 65_536;

export function checkEntity(
  kind: FileKind & { readonly form: 'entries' },
  name: string,
  source: unknown,
  settings: EngineSettings
): CheckedEntity {
  const { file, type } = kind;
  const problem = (message: string, key?: string) => ({
    problems: [{ file, entry: name, key, message }],
  });
  if (name === '') return problem('an entry needs a name');
  if (name.length > MAX_NAME_LENGTH)
    return problem(`the name is longer than ${MAX_NAME_LENGTH} characters`);
  if (source !== null && !isJsonObject(source)) return problem(NO_MAP);
  const entry = withoutNulls(source ?? {});
  // Static entries belong to the product; the cluster ignores them too.
  if (entry['static'] === true) return { problems: [] };
  const usable = {
    type,
    name,
    payload: entry,
    entity: knownParts(type, entry, {
      reserved: toBoolean(entry['reserved']),
      hidden: toBoolean(entry['hidden']),
    }),
  };
  if (type === 'internalusers' && entry['password'] !== undefined)
    return {
      usable,
      ...problem('files hold no passwords; give a hash, or ${envbc.NAME}', 'password'),
    };
  const dropped = type === 'internalusers' ? ['static', ...OLD_USER_KEYS] : ['static'];
  const payload = Object.fromEntries(
    Object.entries(entry).filter(([key]) => !dropped.includes(key))
  );
  const long = findLongText(payload, settings);
  if (long) return { usable, ...problem(`is longer than ${long.limit} characters`, long.key) };
  const result = checkResult(kind, name, () => {
    checkPayload(payload, withFlagKeys(getResource(type).rules), { ...settings, takesBlank: true });
    const hash = type === 'internalusers' && payload['hash'] !== '' ? payload['hash'] : undefined;
    const badHash = typeof hash === 'string' ? hashProblem(hash, settings.hashLimits) : undefined;
    if (badHash !== undefined) throw new RestError(badRequest(badHash));
    const content = Object.fromEntries(Object.entries(payload).filter(([key]) => key !== 'hash'));
    return {
      type,
      name,
      entity: entityFrom(type, content),
      payload: typeof hash === 'string' ? payload : content,
      ...(typeof hash === 'string' ? { hash } : {}),
    };
  });
  return result.value ? result : { ...result, usable };
}

const DOCUMENT_RULES: Readonly<Record<DocumentId, PayloadRules>> = {
  config: PAYLOAD_RULES.securityconfig,
  audit: PAYLOAD_RULES.audit,
  nodesdn: PAYLOAD_RULES.nodesdn,
  allowlist: PAYLOAD_RULES.allowlist,
  guardrails: PAYLOAD_RULES.guardrails,
};

/** @param name - the entry inside the document, for problem messages */
export function checkDocument(
  kind: FileKind & { readonly type: DocumentId },
  name: string,
  source: unknown,
  settings: EngineSettings
): CheckedEntry<Record<string, unknown>> {
  const { file, type } = kind;
  if (!isJsonObject(source)) {
    return { problems: [{ file, entry: name, message: 'a map of keys to values is expected' }] };
  }
  return checkResult(kind, name, () => {
    checkPayload(source, DOCUMENT_RULES[type], { ...settings, maxStringLength: LONG_STRINGS });
    const pointer = type === 'audit' ? auditProblem(source) : undefined;
    if (pointer !== undefined) throw new SchemaMismatchError(pointer, 'value');
    refuseIf(patternFailure(type, source));
    const problem =
      type === 'guardrails' ? guardrailProblem(source as unknown as GuardrailPromise) : undefined;
    refuseIf(problem === undefined ? undefined : badRequest(problem));
    return type === 'config' ? coerceSecurityConfig(source) : source;
  });
}

const KEY_PROBLEM = 'is unknown, or its value cannot be used';

function checkResult<T>(kind: FileKind, name: string, check: () => T): CheckedEntry<T> {
  try {
    return { value: check(), problems: [] };
  } catch (error) {
    if (error instanceof RestError) return { problems: findProblems(kind, name, error.response) };
    if (!(error instanceof SchemaMismatchError)) throw error;
    const key = error.pointer.slice(1).replaceAll('/', '.');
    return { problems: [{ file: kind.file, entry: name, key, message: KEY_PROBLEM }] };
  }
}

/** The messages of the REST API, one problem per key. */
export function findProblems(
  { file }: FileKind,
  entry: string,
  { body }: EngineResponse
): readonly FileProblem[] {
  const {
    reason,
    message,
    error,
    status: _status,
    ...details
  } = body as Readonly<Record<string, unknown>>;
  const summary = String(
    reason ?? message ?? (error as { reason?: unknown } | undefined)?.reason ?? 'is not valid'
  );
  const problems = Object.entries(details).flatMap(([group, detail]) =>
    toKeys(group, detail, summary)
  );
  return (problems.length > 0 ? problems : [{ message: summary }]).map((problem) => ({
    file,
    entry,
    ...problem,
  }));
}

function toKeys(
  group: string,
  detail: unknown,
  summary: string
): { key?: string; message: string }[] {
  if (typeof detail === 'string') return [{ key: group, message: `${summary}: ${detail}` }];
  const keys = isJsonObject(detail) ? String(detail['keys'] ?? '').split(',') : [];
  return keys.filter(Boolean).map((key) => ({ key, message: `${summary} (${group})` }));
}

const withoutNulls = (source: Payload): Payload =>
  Object.fromEntries(Object.entries(source).filter(([, value]) => value !== null));
