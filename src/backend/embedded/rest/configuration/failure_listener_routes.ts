/** Limits for failed logins. They are part of the security configuration and apply immediately. */
import { ENGINE_LIMITS } from '../../../../contracts/limits';
import { isJsonObject } from '../../../model/entity_shape';
import type { Transaction } from '../../configuration_store/configuration_writer';
import type { EntityStore } from '../../configuration_store/entity_store';
import type { EngineResponse } from '../../../api/engine';
import {
  guardedWrite,
  type RequestContext,
  type RestDeps,
  type Route,
} from '../request/request_context';
import { putVersion, refuseGrowth } from './document_routes';
import { readPayload, type Payload } from '../../../model/payload';
import { patternFailure } from '../request/pattern_validation';
import { PAYLOAD_RULES, toSchema } from '../../../model/payload_rules';
import { badRequest, json, notFound, refuseIf } from '../../../model/responses';
import { getDynamic, failureListener } from '../../../model/security_config';

type Listeners = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const BODY = PAYLOAD_RULES.authfailurelisteners;
const LISTENER = toSchema(BODY);
const RESPONSE_SCHEMA = {
  type: 'object',
  additionalProperties: {
    ...LISTENER,
    properties: {
      ...LISTENER.properties,
      authentication_backend: { type: ['string', 'null'] },
      name: { type: 'string' },
    },
  },
} as const;
const MAX_NAME_LENGTH = 256;

export function failureListenerRoutes(deps: RestDeps): readonly Route[] {
  const common = { access: 'RATELIMITERS', only: '3.4' } as const;
  const one = { ...common, path: '/api/authfailurelisteners/{name}' } as const;
  return [
    {
      ...common,
      methods: ['GET'],
      path: '/api/authfailurelisteners',
      handler: () => listenersResponse(getListeners(deps.store)),
      doc: { summary: 'Show the limits for failed logins', responseSchema: RESPONSE_SCHEMA },
    },
    {
      ...one,
      methods: ['PUT'],
      handler: (call) => put(deps, call),
      doc: {
        summary: 'Create or replace a limit',
        body: BODY,
        responseSchema: RESPONSE_SCHEMA,
        statuses: [412],
      },
    },
    {
      ...one,
      methods: ['DELETE'],
      handler: (call) => remove(deps, call),
      doc: { summary: 'Delete a limit', responseSchema: RESPONSE_SCHEMA, statuses: [404, 412] },
    },
  ];
}

async function put(deps: RestDeps, call: RequestContext): Promise<EngineResponse> {
  const name = call.params['name'] ?? '';
  if (name.length > MAX_NAME_LENGTH)
    return badRequest(`listener name exceeds maximum length of ${MAX_NAME_LENGTH}.`);
  const payload = readPayload(call.request, BODY, deps.settings);
  refuseIf(findProblem(payload) ?? patternFailure('config', payload));
  return guardedWrite(deps, call, (store) =>
    save(store, call, { ...getListeners(store), ...wrapInName(name, payload) })
  );
}

const remove = (deps: RestDeps, call: RequestContext): Promise<EngineResponse> =>
  guardedWrite(deps, call, (store) => {
    const name = call.params['name'] ?? '';
    const listeners = getListeners(store);
    if (!Object.hasOwn(listeners, name)) refuseIf(notFound('listener not found'));
    return save(
      store,
      call,
      Object.fromEntries(Object.entries(listeners).filter(([key]) => key !== name))
    );
  });

function findProblem(payload: Payload): EngineResponse | undefined {
  const { type, authentication_backend: backend } = payload;
  if (type !== 'ip' && type !== 'username') return badRequest('type must be ip or username');
  if (type === 'username' && backend !== 'internal' && backend !== 'intern') {
    return badRequest('a listener of type username needs the authentication_backend internal');
  }
  if (type === 'ip' && backend !== undefined)
    return badRequest('a listener of type ip must not have an authentication_backend');
  for (const [key, { minimum }] of Object.entries(BODY.fields)) {
    const value = payload[key];
    if (minimum !== undefined && value !== undefined && (value as number) < minimum) {
      return badRequest(`${key} must be at least ${minimum}`);
    }
  }
  return undefined;
}

function getListeners(store: EntityStore): Listeners {
  const listeners = getDynamic(store.document('config')?.body)['auth_failure_listeners'];
  return isJsonObject(listeners) ? (listeners as Listeners) : {};
}

/** `fromEntries` also handles the name `__proto__`. */
const wrapInName = (name: string, payload: Payload): Listeners =>
  Object.fromEntries([[name, payload]]) as Listeners;

function save(store: Transaction, call: RequestContext, listeners: Listeners): EngineResponse {
  const { failureListeners } = ENGINE_LIMITS;
  const tooMany = `At most ${failureListeners} login limits are allowed.`;
  refuseGrowth(getListeners(store), listeners, failureListeners, tooMany);
  putVersion(store, call, { id: 'config', label: 'config' }, (body) => ({
    ...body,
    dynamic: { ...getDynamic(body), auth_failure_listeners: listeners },
  }));
  return listenersResponse(listeners);
}

const listenersResponse = (listeners: Listeners): EngineResponse =>
  json(
    200,
    Object.fromEntries(
      Object.entries(listeners).map(([name, listener]) => [
        name,
        { name, ...failureListener(listener) },
      ])
    )
  );
