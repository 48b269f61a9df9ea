/**
 * Whether the caller may change the authentication domains, and how a described request would be
 * authenticated under changed ones. An addition of this engine.
 */
import { ENGINE_ERRORS, englishText } from '../../../../contracts/errors';
import { DOMAIN_LIMITS } from '../../../../contracts/limits';
import {
  LOGIN_RIGHTS,
  LOGIN_DRY_RUN_RESPONSE,
  LOGIN_DRY_RUN_BODY,
  type LoginChanges,
  type LoginDryRunResponse,
  type LoginDryRunBody,
} from '../../../../contracts/api/login_dry_run';
import type { EngineResponse } from '../../../api/engine';
import { isJsonObject } from '../../../model/entity_shape';
import { readPayload } from '../../../model/payload';
import { PAYLOAD_RULES } from '../../../model/payload_rules';
import { coerceToSchema, SchemaMismatchError } from '../../../model/schema_coercion';
import { getDynamic, restoreSecrets } from '../../../model/security_config';
import { coerceSecurityConfig } from './security_config_schema';
import { patternFailure } from '../request/pattern_validation';
import type { RequestContext, RestDeps, Route } from '../request/request_context';
import {
  accessDenied,
  badRequest,
  json,
  message,
  refuseIf,
  RestError,
} from '../../../model/responses';
import { withLongTexts } from './document_routes';
import { mayChange } from './security_config';

type Json = Readonly<Record<string, unknown>>;

const PATH = '/api/securityconfig/trial';
const BODY = PAYLOAD_RULES.loginDryRun;

export function dryRunRoutes(deps: RestDeps): readonly Route[] {
  let running = 0;
  const limit = async (work: () => Promise<LoginDryRunResponse>): Promise<EngineResponse> => {
    if (running >= DOMAIN_LIMITS.trials)
      return message(
        429,
        `More than ${DOMAIN_LIMITS.trials} login tests are running. Try again in a moment.`
      );
    running++;
    try {
      return json(200, await work());
    } finally {
      running--;
    }
  };
  return [
    {
      methods: ['GET'],
      path: PATH,
      access: 'CONFIG',
      handler: (call) => json(200, { allowed: mayChange(deps, call) }),
      doc: {
        summary: 'Whether the caller may change the authentication domains, and try them',
        responseSchema: LOGIN_RIGHTS,
      },
    },
    {
      methods: ['POST'],
      path: PATH,
      access: 'CONFIG',
      handler: (call) => {
        // A dry run uses the given keys and contacts the given providers, so it requires the
        // permission to save them.
        if (!mayChange(deps, call)) return accessDenied();
        const sent = readPayload(call.request, BODY, withLongTexts(deps).settings);
        const body = withSchemaErrors(
          '',
          () => coerceToSchema(LOGIN_DRY_RUN_BODY, sent) as LoginDryRunBody
        );
        const document = changedDocument(deps, body.changes);
        return limit(() => deps.loginDryRun.run(document, toRequest(call, body)));
      },
      doc: {
        summary: 'Test a login with unsaved authentication domains',
        body: BODY,
        responseSchema: LOGIN_DRY_RUN_RESPONSE,
        statuses: [429],
      },
    },
  ];
}

function toRequest(
  { caller }: RequestContext,
  { headers = {}, query = {}, peer_address }: LoginDryRunBody
) {
  const sent = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    headers: Object.fromEntries(sent) as Record<string, string>,
    query,
    // Failed passwords count against the caller's address.
    remoteAddress: ('remoteAddress' in caller ? caller.remoteAddress : undefined) ?? 'unknown',
    ...(peer_address !== undefined && { peerAddress: peer_address }),
  };
}

/** The stored document with the changes applied; masked secrets are replaced by the stored ones. */
function changedDocument({ store }: RestDeps, changes: LoginChanges = {}): Json {
  const stored = store.document('config')?.body ?? {};
  const dynamic = getDynamic(stored);
  const before = isJsonObject(dynamic['authc']) ? dynamic['authc'] : {};
  const authc = Object.entries({ ...before, ...changes.authc }).filter(([, one]) => one !== null);
  const whole = {
    dynamic: {
      ...dynamic,
      authc: Object.fromEntries(authc),
      ...(changes.http && { http: changes.http }),
    },
  };
  refuseIf(patternFailure('config', whole));
  return restoreSecrets(
    withSchemaErrors('changes', () => coerceSecurityConfig(whole)),
    stored
  ) as Json;
}

/** @throws {RestError} 400 */
function withSchemaErrors<T>(within: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof SchemaMismatchError)) throw error;
    const location = `${within}${error.pointer}`.slice(0, 300);
    throw new RestError(
      badRequest(
        englishText(
          error.kind === 'unknown' ? ENGINE_ERRORS.trialUnknown : ENGINE_ERRORS.trialMisfit,
          { place: location }
        )
      )
    );
  }
}
