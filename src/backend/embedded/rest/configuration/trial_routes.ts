/**
 * Whether the caller may change the authentication domains, and what a described request would come
 * to under changed ones. An addition of this engine. Source:
 * docs/reference/engine.md#trying-a-sign-in.
 */
import { ENGINE_ERRORS, englishText } from '../../../../contracts/errors';
import { DOMAIN_LIMITS } from '../../../../contracts/limits';
import {
  SIGN_IN_RIGHTS,
  SIGN_IN_TRIAL_ANSWER,
  SIGN_IN_TRIAL_BODY,
  type SignInChanges,
  type SignInTrialAnswer,
  type SignInTrialBody,
} from '../../../../contracts/api/sign_in_trial';
import type { EngineResponse } from '../../../contract/engine';
import { isJsonObject } from '../../../model/entity_shape';
import { readPayload } from '../../../model/payload';
import { PAYLOAD_RULES } from '../../../model/payload_rules';
import { fitted, MisfitError } from '../../../model/schema_fit';
import { dynamicOf, restoreSecrets } from '../../../model/security_config';
import { fittedSecurityConfig } from '../payload/security_config_schema';
import { patternFailure } from '../payload/pattern_rules';
import type { Call, RestDeps, Route } from '../call/call';
import {
  accessDenied,
  badRequest,
  json,
  message,
  refuseIf,
  RestFailure,
} from '../answers/responses';
import { longer, mayChange } from './security_config_routes';

type Json = Readonly<Record<string, unknown>>;

const PATH = '/api/securityconfig/trial';
const BODY = PAYLOAD_RULES.signInTrial;

export function trialRoutes(deps: RestDeps): readonly Route[] {
  let running = 0;
  const inTurn = async (work: () => Promise<SignInTrialAnswer>): Promise<EngineResponse> => {
    if (running >= DOMAIN_LIMITS.trials)
      return message(429, `More than ${DOMAIN_LIMITS.trials} sign-ins are tried at the moment.`);
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
        answer: SIGN_IN_RIGHTS,
      },
    },
    {
      methods: ['POST'],
      path: PATH,
      access: 'CONFIG',
      handler: (call) => {
        // Whoever may try keys and addresses of providers can use them: as whoever saves them.
        if (!mayChange(deps, call)) return accessDenied();
        const sent = readPayload(call.request, BODY, longer(deps).settings);
        const body = refusing('', () => fitted(SIGN_IN_TRIAL_BODY, sent) as SignInTrialBody);
        const document = changedDocument(deps, body.changes);
        return inTurn(() => deps.trial.run(document, requestOf(call, body)));
      },
      doc: {
        summary: 'Try a sign-in under authentication domains that are not saved',
        body: BODY,
        answer: SIGN_IN_TRIAL_ANSWER,
        statuses: [429],
      },
    },
  ];
}

function requestOf({ caller }: Call, { headers = {}, query = {}, peer_address }: SignInTrialBody) {
  const sent = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    headers: Object.fromEntries(sent) as Record<string, string>,
    query,
    // Guesses count against whoever tries.
    remoteAddress: ('remoteAddress' in caller ? caller.remoteAddress : undefined) ?? 'unknown',
    ...(peer_address !== undefined && { peerAddress: peer_address }),
  };
}

/** The stored document with the changes made; secrets that came masked are the stored ones. */
function changedDocument({ store }: RestDeps, changes: SignInChanges = {}): Json {
  const stored = store.document('config')?.body ?? {};
  const dynamic = dynamicOf(stored);
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
    refusing('changes', () => fittedSecurityConfig(whole)),
    stored
  ) as Json;
}

/** @throws {RestFailure} 400 */
function refusing<T>(within: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof MisfitError)) throw error;
    const place = `${within}${error.pointer}`.slice(0, 300);
    throw new RestFailure(
      badRequest(
        englishText(
          error.kind === 'unknown' ? ENGINE_ERRORS.trialUnknown : ENGINE_ERRORS.trialMisfit,
          { place }
        )
      )
    );
  }
}
