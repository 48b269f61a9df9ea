/** The security configuration document. Writing is disabled unless a setting allows it. */
import { DOMAIN_LIMITS } from '../../../../contracts/limits';
import { CONFIRM_LOCKOUT } from '../../../changes/lockout/lockout';
import { SchemaMismatchError } from '../../../model/schema_coercion';
import type { Transaction } from '../../configuration_store/configuration_writer';
import type { EntityStore } from '../../configuration_store/entity_store';
import type { EngineResponse } from '../../../api/engine';
import {
  guardedWrite,
  type RequestContext,
  type RestDeps,
  type Route,
} from '../request/request_context';
import { patchDocument } from '../request/document_patch';
import { entityTag, checkPreconditions } from '../responses/entity_tag';
import { readPayload, type Payload } from '../../../model/payload';
import { patternFailure } from '../request/pattern_validation';
import { PAYLOAD_RULES, schemaOf } from '../../../model/payload_rules';
import {
  accessDenied,
  coreError,
  json,
  message,
  refuseIf,
  RestError,
} from '../../../model/responses';
import { securityConfigBase, storedOf } from '../../../model/security_config_patch';
import { maskSecrets, restoreSecrets, withConfigDefaults } from '../../../model/security_config';
import { coerceSecurityConfig } from './security_config_schema';

const BODY = PAYLOAD_RULES.securityconfig;
const RESPONSE_SCHEMA = { type: 'object', properties: { config: schemaOf(BODY) } } as const;

export const securityConfigRoutes = (deps: RestDeps): readonly Route[] => [
  {
    methods: ['GET'],
    path: '/api/securityconfig',
    access: 'CONFIG',
    handler: () => show(deps),
    doc: {
      summary: 'Show the security configuration, all defaults filled in, secrets masked',
      responseSchema: RESPONSE_SCHEMA,
    },
  },
  {
    methods: ['PUT'],
    path: '/api/securityconfig/config',
    access: 'CONFIG',
    query: [CONFIRM_LOCKOUT],
    handler: (call) => replace(deps, call),
    doc: {
      summary: 'Replace the security configuration, where a setting allows it',
      body: BODY,
      statuses: [409, 412],
    },
  },
  {
    methods: ['PATCH'],
    path: '/api/securityconfig',
    access: 'CONFIG',
    query: [CONFIRM_LOCKOUT],
    handler: (call) => patch(deps, call),
    doc: {
      summary: 'Patch the security configuration, where a setting allows it',
      isPatch: true,
      statuses: [409, 412],
    },
  },
];

function show({ store }: RestDeps): EngineResponse {
  const document = store.document('config');
  const dynamic = maskSecrets(withConfigDefaults(document?.body));
  return json(200, { config: { dynamic } }, document ? { etag: entityTag(document.revision) } : {});
}

/**
 * With REST administration enabled, the setting that allows changes by every administrator has no
 * effect. An administrator certificate needs one of the two to be enabled, as on a cluster.
 */
export function mayChange(
  { settings }: Pick<RestDeps, 'settings'>,
  { caller, isSuperAdmin }: RequestContext
): boolean {
  const { allowsSecurityConfigModification: isOpen, isRestAdminEnabled } = settings;
  if (caller.kind === 'certificate') return isOpen || isRestAdminEnabled;
  return isSuperAdmin || (isOpen && !isRestAdminEnabled);
}

/**
 * Domains contain keys, certificates and metadata, which exceed the length limit of other texts.
 */
export const withLongStrings = <D extends Pick<RestDeps, 'settings'>>(deps: D): D => ({
  ...deps,
  settings: {
    ...deps.settings,
    maxStringLength: Math.max(deps.settings.maxStringLength, DOMAIN_LIMITS.settingLength),
  },
});

async function replace(deps: RestDeps, call: RequestContext): Promise<EngineResponse> {
  if (!mayChange(deps, call)) return accessDenied();
  const payload = readPayload(call.request, BODY, withLongStrings(deps).settings);
  return guardedWrite(deps, call, (store) => save(store, call, payload, "'config' updated."));
}

async function patch(deps: RestDeps, call: RequestContext): Promise<EngineResponse> {
  if (!mayChange(deps, call)) return accessDenied();
  const stored = (store: EntityStore) => store.document('config')?.body ?? { dynamic: {} };
  const base = (store: EntityStore) => securityConfigBase(stored(store));
  return patchDocument(withLongStrings(deps), call, BODY, base, (store, config) =>
    save(store, call, storedOf(config, base(store), stored(store)), 'Resource updated.')
  );
}

function save(
  store: Transaction,
  call: RequestContext,
  payload: Payload,
  text: string
): EngineResponse {
  const before = store.document('config');
  refuseIf(patternFailure('config', payload));
  checkPreconditions(call.request, 'config', before?.revision);
  const body = restoreSecrets(coerceOrReject(payload), before?.body) as Record<string, unknown>;
  return message(200, text, { etag: entityTag(store.putDocument('config', body).revision) });
}

/** @throws {RestError} in envelope C, as the deserializer of the real engine */
function coerceOrReject(payload: Payload): Record<string, unknown> {
  try {
    return coerceSecurityConfig(payload);
  } catch (error) {
    if (!(error instanceof SchemaMismatchError)) throw error;
    const field = error.pointer.slice(1, 300).replaceAll('/', '.');
    const reason =
      error.kind === 'unknown'
        ? `Unrecognized field "${field.slice(field.lastIndexOf('.') + 1)}" in [${field}]`
        : `Cannot deserialize value of [${field}]`;
    throw new RestError(coreError(400, 'json_mapping_exception', reason));
  }
}
