/** Routes for tokens of service accounts, on-behalf-of tokens, and the SAML exchange. */
import { Type } from '@sinclair/typebox';
import { generatePassword } from '../../authentication/generated_password';
import { DEFAULT_TOKEN_SECONDS, MAX_TOKEN_SECONDS } from '../../authentication/on_behalf_of';
import { loggedInKey } from '../../authentication/hash_queue_keys';
import { TOKEN_FIELDS } from '../../../../contracts/entities/documents';
import { ENGINE_ERRORS, englishText } from '../../../../contracts/errors';
import { isJsonObject } from '../../../model/entity_shape';
import { closedObject, integer, optional, text as textSchema } from '../../../../contracts/schema';
import { isEnabledServiceAccount } from '../../../model/service_account';
import type { EngineResponse } from '../../../api/engine';
import { namedRouteError } from '../request/caller_info';
import {
  guardedWrite,
  type RequestContext,
  type RestDeps,
  type Route,
} from '../request/request_context';
import { getName, toNotFound, getRights } from '../entities/entity_change';
import { bodyProblem, readBody, type Payload } from '../../../model/payload';
import { protection, getResource } from '../entities/resource';
import {
  badRequest,
  forbid,
  illegalArgument,
  json,
  message,
  refuseIf,
  RestError,
  text,
} from '../../../model/responses';

const ACTION = 'security:obo/create';
const DISABLED =
  'The OnBehalfOf token generating API has been disabled, see {link to doc} for more information on this feature.';

const ISSUED = closedObject({
  user: textSchema(),
  authenticationToken: textSchema(),
  durationSeconds: integer(),
});

/** Validated by `readTokenRequest`, with messages of its own. */
const ORDER = closedObject({
  description: TOKEN_FIELDS.description,
  service: optional(TOKEN_FIELDS.service),
  durationSeconds: optional(TOKEN_FIELDS.durationSeconds),
});

const EXCHANGE = closedObject({
  SAMLResponse: textSchema('Base64.'),
  RequestId: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  acsEndpoint: textSchema('Where the response was sent to.'),
});

export function tokenRoutes(deps: RestDeps): readonly Route[] {
  const onBehalfOf = (path: string): Route => ({
    methods: ['POST'],
    path,
    prefix: 'current',
    access: 'authenticated',
    permission: (call) => namedRouteError(deps.rules, call, ACTION),
    handler: (call) => issue(deps, call),
    doc: {
      summary: `Get a short-lived token for the caller (needs ${ACTION})`,
      ownBody: ORDER,
      responseSchema: ISSUED,
    },
  });
  const authToken = (path: string): Route => ({
    methods: ['POST'],
    path,
    access: 'INTERNALUSERS',
    query: ['filterBy'],
    // A cluster serves this path only without parameters.
    handler: (call) =>
      Object.keys(call.request.query ?? {}).length > 0
        ? unsupportedResponse()
        : serviceToken(deps, call),
    doc: {
      summary: 'Create a new token for a service account, which replaces the old one',
      statuses: [404, 501],
    },
  });
  return [
    onBehalfOf('/api/obo/token'),
    onBehalfOf('/api/generateonbehalfoftoken'),
    authToken('/api/internalusers/{name}/authtoken'),
    {
      methods: ['POST'],
      path: '/api/user/{name}/authtoken',
      access: 'INTERNALUSERS',
      query: ['filterBy'],
      // A cluster serves the path, but nothing below it.
      handler: unsupportedResponse,
      doc: { summary: 'Not supported; use internalusers', statuses: [501] },
    },
    {
      methods: ['POST'],
      path: '/api/authtoken',
      access: 'AUTHTOKEN',
      isExchange: true,
      // The response of a cluster without SAML. The exchange itself happens inside the SAML domain.
      handler: () => message(200, ''),
      doc: {
        summary: 'Exchange a SAML response for a token; empty without SAML',
        ownBody: EXCHANGE,
      },
    },
  ];
}

/** The wrong status text is a cluster's own mistake. */
const unsupportedResponse = (): EngineResponse =>
  json(501, { status: 'NOT_FOUND', message: 'Method POST not supported for this action.' });

async function issue({ tokens, users }: RestDeps, call: RequestContext): Promise<EngineResponse> {
  if (!tokens.isEnabled) return text(400, DISABLED);
  if (call.identity.isDelegated) return IN_USER_ONLY;
  const tokenRequest = readTokenRequest(call);
  // An external user of the same name is not a service account.
  const record = call.identity.isInternalUser ? users.find(call.identity.userName) : undefined;
  if (!record) return badRequest('Tokens can be made for internal users only');
  const token = await tokens.issue({
    userName: record.name,
    credentialVersion: record.credentialVersion,
    service: tokenRequest.service,
    lifeSeconds: tokenRequest.lifeSeconds,
  });
  return json(200, {
    user: record.name,
    authenticationToken: token,
    durationSeconds: tokenRequest.lifeSeconds,
  });
}

function readTokenRequest({ request }: RequestContext): {
  readonly service: string;
  readonly lifeSeconds: number;
} {
  const body = tokenRequestBody(request);
  const unknownField = Object.keys(body).find((key) => !Object.hasOwn(TOKEN_FIELDS, key));
  if (unknownField !== undefined)
    throw refuse(`Unrecognized parameter: [${unknownField.slice(0, 100)}]`);
  const { description, service = 'self-issued', durationSeconds = DEFAULT_TOKEN_SECONDS } = body;
  if (typeof description !== 'string' || description === '')
    throw refuse('Missing parameter: [description]');
  if (typeof service !== 'string' || service.length > 256)
    throw refuse('service must be a string of at most 256 characters');
  if (!/^\d{1,9}$/.test(String(durationSeconds))) throw refuse('durationSeconds must be a number.');
  const lifeSeconds = Number(durationSeconds);
  if (lifeSeconds < 1 || lifeSeconds > MAX_TOKEN_SECONDS)
    throw refuse(`durationSeconds must be between 1 and ${MAX_TOKEN_SECONDS}.`);
  return { service, lifeSeconds };
}

const refuse = (reason: string): RestError => new RestError(illegalArgument(reason));

function tokenRequestBody(request: RequestContext['request']): Payload {
  let body: unknown;
  try {
    body = readBody(request);
  } catch (error) {
    throw refuse(bodyProblem(error));
  }
  if (!isJsonObject(body)) throw refuse('Request body required for this action.');
  return body;
}

const IN_USER_ONLY = forbid(englishText(ENGINE_ERRORS.inPersonOnly));
const NO_TOKEN = 'An auth token could not be generated for the specified account.';

async function serviceToken(deps: RestDeps, call: RequestContext): Promise<EngineResponse> {
  if (call.identity.isDelegated) return IN_USER_ONLY;
  const resource = getResource('internalusers');
  const name = getName(resource, call);
  const password = generatePassword() + generatePassword();
  const check = () => {
    const stored = deps.store.read('internalusers', name);
    if (!stored) throw new RestError(toNotFound(resource, name));
    refuseIf(protection(name, stored.entity, getRights(call)));
    if (!isEnabledServiceAccount(stored.entity.attributes))
      throw new RestError(badRequest(NO_TOKEN));
    return stored.entity;
  };
  check();
  const hash = await deps.hasher.hash(password, loggedInKey('change', call.identity.userName));
  return guardedWrite(deps, call, (store) => {
    store.put('internalusers', name, check(), { hash });
    const token = Buffer.from(`${name}:${password}`).toString('base64');
    return message(200, `'${name}' authtoken generated Basic ${token}`);
  });
}
