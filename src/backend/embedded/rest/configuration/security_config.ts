/** The security configuration document. Writing is disabled unless a setting allows it. */
import { CONFIRM_LOCKOUT } from '../../../changes/lockout/lockout';
import type { Payload } from '../../../model/payload';
import { PAYLOAD_RULES, toSchema } from '../../../model/payload_rules';
import { accessDenied, coreError, refuseIf, RestError } from '../../../model/responses';
import { SchemaMismatchError } from '../../../model/schema_coercion';
import { maskSecrets, restoreSecrets, withConfigDefaults } from '../../../model/security_config';
import { securityConfigBase, toStored } from '../../../model/security_config_patch';
import { patternFailure } from '../request/pattern_validation';
import type { RequestContext, RestDeps } from '../request/request_context';
import type { DocumentDescription } from './document_routes';
import { coerceSecurityConfig } from './security_config_schema';

const BODY = PAYLOAD_RULES.securityconfig;
const EMPTY = { dynamic: {} };

export const SECURITY_CONFIG: DocumentDescription = {
  id: 'config',
  label: 'config',
  access: 'CONFIG',
  paths: [{ path: '/api/securityconfig', putPath: '/api/securityconfig/config' }],
  query: [CONFIRM_LOCKOUT],
  docs: {
    show: {
      summary: 'Show the security configuration, all defaults filled in, secrets masked',
      responseSchema: { type: 'object', properties: { config: toSchema(BODY) } },
    },
    replace: {
      summary: 'Replace the security configuration, where a setting allows it',
      body: BODY,
      statuses: [409, 412],
    },
  },
  denial: (deps, call, isChange) =>
    isChange && !mayChange(deps, call) ? accessDenied() : undefined,
  shown: (body) => ({ config: { dynamic: maskSecrets(withConfigDefaults(body)) } }),
  hasLongTexts: true,
  sent: BODY,
  patch: {
    doc: {
      summary: 'Patch the security configuration, where a setting allows it',
      isPatch: true,
      statuses: [409, 412],
    },
    rules: BODY,
    base: (body = EMPTY) => securityConfigBase(body),
    fromBase: (patched, body = EMPTY) => toStored(patched, securityConfigBase(body), body),
  },
  check: (payload) => refuseIf(patternFailure('config', payload)),
  stored: (payload, body) => restoreSecrets(coerceOrReject(payload), body) as Payload,
};

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
