/**
 * Login and the caller's own account: `/auth/*`, `/api/v1/auth/*`, `/api/v1/restapiinfo`,
 * `/api/v1/configuration/account`, `/api/v1/multitenancy/*`.
 */
import { Type } from '@sinclair/typebox';
import { LOGIN_LIMITS } from '../limits/login';
import { FACTOR_LIMITS } from '../limits/factors';
import { SESSION_LIMITS } from '../limits/sessions';
import { LOGIN_CHALLENGE } from './factors';
import { ERROR_BODY } from './server';
import {
  closedObject,
  flag,
  integer,
  mapOf,
  nullable,
  optional,
  text,
  texts,
  type Shape,
} from '../schema';

const { userNameLength, passwordLength, stepFields, stepFieldLength } = LOGIN_LIMITS;
const TENANT_NAME_LENGTH = 256;
const tenantAccess = () => mapOf(flag(), 'true: read and write; false: read only.');
const wireTenant = "'' global, `__user__` private, else the tenant's name.";

export const LOGIN_BODY = closedObject({
  username: Type.String({ minLength: 1, maxLength: userNameLength }),
  password: Type.String({ minLength: 1, maxLength: passwordLength, writeOnly: true }),
});
export type LoginRequest = Shape<typeof LOGIN_BODY>;

const FURTHER_STEP = closedObject(
  {
    id: text('To send back; valid for one response.'),
    fields: texts('Names of the fields to send.'),
    question: optional(LOGIN_CHALLENGE),
  },
  'The next login step after `security.further_round`, for `POST /auth/login/round`.'
);
export type NextLoginStep = Shape<typeof FURTHER_STEP>;

const { attributes, ...error } = ERROR_BODY.properties;
/** The 401 response of a login that failed or needs another step. */
export const LOGIN_REFUSED = closedObject({
  ...error,
  attributes: Type.Object({ ...attributes.properties, round: optional(FURTHER_STEP) }),
});

/** The next login step after a 401 with `security.further_round`. */
export const LOGIN_STEP_BODY = closedObject({
  id: Type.String({ maxLength: stepFieldLength, description: '`attributes.round.id`.' }),
  fields: Type.Record(
    Type.String({ maxLength: stepFieldLength }),
    Type.String({ maxLength: FACTOR_LIMITS.proofLength, writeOnly: true }),
    { maxProperties: stepFields, description: 'The fields of `attributes.round.fields`.' }
  ),
});
export type LoginStepRequest = Shape<typeof LOGIN_STEP_BODY>;

/** The first step of a login by passkey alone. */
export const PASSKEY_STEP = closedObject({ round: FURTHER_STEP });
export type PasskeyStep = Shape<typeof PASSKEY_STEP>;

export const LOGIN_RESPONSE = closedObject({
  username: text(),
  tenants: tenantAccess(),
  roles: texts(),
  backendroles: texts(),
  selectedTenants: text(wireTenant),
});
export type LoginResponse = Shape<typeof LOGIN_RESPONSE>;

export const AUTH_TYPE_RESPONSE = closedObject({
  authtype: text('`basicauth`, `openid` …; of several, all, with commas between.'),
});

export const CURRENT_AUTH_TYPE_RESPONSE = closedObject({ currentAuthType: text() });

/** The caller's own account in the engine's shape; the server wraps it in an envelope. */
export const ACCOUNT_INFO = closedObject({
  user_name: text(),
  is_reserved: flag(),
  is_hidden: flag(),
  is_internal_user: flag(),
  user_requested_tenant: nullable(text(), wireTenant),
  backend_roles: texts(),
  custom_attribute_names: texts(),
  tenants: tenantAccess(),
  roles: texts(),
});
export type AccountInfo = Shape<typeof ACCOUNT_INFO>;

/** Tenancy settings of administrators: `/api/v1/configuration/tenancy/config`. */
export const TENANCY_CONFIG = closedObject({
  multitenancy_enabled: flag(),
  private_tenant_enabled: flag(),
  default_tenant: text('Empty, `global`, `private`, or the name of a tenant.'),
});
export type TenancyConfig = Shape<typeof TENANCY_CONFIG>;
/** Omitted keys keep their value. Clusters from 3.7 refuse an empty `default_tenant`. */
export const TENANCY_CHANGES = Type.Partial(TENANCY_CONFIG, { minProperties: 1 });
export type TenancyChanges = Shape<typeof TENANCY_CHANGES>;

export const ACCOUNT_RESPONSE = closedObject({ total: integer(), data: ACCOUNT_INFO });
export type AccountResponse = Shape<typeof ACCOUNT_RESPONSE>;

export const PASSWORD_BODY = closedObject({
  password: Type.String({ maxLength: passwordLength, writeOnly: true }),
  current_password: Type.String({ maxLength: passwordLength, writeOnly: true }),
});

export const AUTH_INFO_RESPONSE = closedObject({
  user: text('Name, backend roles and tenant in one line.'),
  user_name: text(),
  user_requested_tenant: nullable(text()),
  remote_address: nullable(text()),
  backend_roles: texts(),
  custom_attribute_names: texts(),
  roles: texts(),
  tenants: tenantAccess(),
  principal: nullable(text()),
  peer_certificates: text(),
  sso_logout_url: nullable(text()),
  size_of_user: optional(text('Only with `verbose`, like the next two.')),
  size_of_custom_attributes: optional(text()),
  size_of_backendroles: optional(text()),
});

export const DASHBOARDS_INFO_RESPONSE = closedObject({
  user_name: text(),
  not_fail_on_forbidden_enabled: flag(),
  opensearch_dashboards_mt_enabled: flag(),
  opensearch_dashboards_index: text(),
  opensearch_dashboards_server_user: text(),
  multitenancy_enabled: flag(),
  private_tenant_enabled: flag(),
  default_tenant: text(),
  sign_in_options: texts(),
  preferred_tenants: optional(texts()),
  password_validation_error_message: text(),
  password_validation_regex: text(),
  resource_sharing_enabled: optional(flag()),
});
export type DashboardsInfo = Shape<typeof DASHBOARDS_INFO_RESPONSE>;

/** The same with legacy names: `/api/v1/multitenancy/info` and `kibanainfo`. */
export const TENANCY_INFO_RESPONSE = closedObject({
  user_name: text(),
  not_fail_on_forbidden_enabled: flag(),
  kibana_mt_enabled: flag(),
  kibana_index: text(),
  kibana_server_user: text(),
});

/** Current tenancy settings, combined from configuration and administrators' settings. */
export const TENANCY_STATE_RESPONSE = closedObject({
  enabled: flag(),
  global_enabled: flag(),
  private_enabled: flag(),
  default_tenant: text("As an administrator typed it: '' for none, `global`, `private`, a name."),
  tenant: nullable(text(), `The tenant in force: ${wireTenant} null: the caller has none.`),
  session_created_at: optional(
    integer('Epoch milliseconds. Tells sessions apart; absent without a session.')
  ),
});
export type TenancyState = Shape<typeof TENANCY_STATE_RESPONSE>;

export const REST_API_INFO_RESPONSE = closedObject({
  user: text(),
  user_name: text(),
  has_api_access: flag(),
  disabled_endpoints: mapOf(texts(), 'Endpoint to methods.'),
});
export type RestApiInfo = Shape<typeof REST_API_INFO_RESPONSE>;

export const SELECT_TENANT_BODY = closedObject({
  tenant: Type.String({ maxLength: TENANT_NAME_LENGTH, description: wireTenant }),
  username: Type.String({
    maxLength: TENANT_NAME_LENGTH,
    description: 'The user who is logged in.',
  }),
});
export type SelectTenantRequest = Shape<typeof SELECT_TENANT_BODY>;

/** Origin and method of a login. */
const LOGIN_FACTS = {
  remote_address: optional(text('Absent for sessions of earlier versions, like the next three.')),
  method: optional(text('How the user logged in: `basicauth`, `openid` …')),
  browser: optional(text("Name and version, as the browser told them; '' when it did not.")),
  system: optional(text("Operating system; '' when the browser did not tell.")),
};

const SESSION_ITEM = closedObject({
  id: text('Identifies the session in requests; it cannot open one.'),
  created_at: integer('Epoch milliseconds, like all times here.'),
  used_at: integer('Last use, at most a minute late.'),
  expires_at: integer('Extended by use if `session.keepalive` is on.'),
  is_current: flag('Whether it is the session of this request.'),
  ...LOGIN_FACTS,
});
export type SessionItem = Shape<typeof SESSION_ITEM>;

const SESSION_PAGE = {
  total: integer(),
  page: integer(),
  per_page: integer(),
  items: Type.Array(SESSION_ITEM),
};

export const SESSION_LIST_RESPONSE = closedObject(SESSION_PAGE);
export type SessionListResponse = Shape<typeof SESSION_LIST_RESPONSE>;

const LAST_LOGIN = closedObject({ at: integer(), ...LOGIN_FACTS });
export type LastLogin = Shape<typeof LAST_LOGIN>;

export const SESSIONS_OF_USER_RESPONSE = closedObject({
  ...SESSION_PAGE,
  last_sign_in: nullable(LAST_LOGIN, 'Also after the session has ended; null: none within a year.'),
});
export type SessionsOfUserResponse = Shape<typeof SESSIONS_OF_USER_RESPONSE>;

export const LAST_LOGINS_BODY = closedObject({
  names: Type.Array(Type.String({ maxLength: 256 }), { maxItems: SESSION_LIMITS.usersOfList }),
});
/** Last logins of several users, for lists. */
export const LAST_LOGINS_RESPONSE = closedObject({
  last_logins: mapOf(integer(), 'User to epoch milliseconds. Users without a login are missing.'),
});
export type LastLoginsResponse = Shape<typeof LAST_LOGINS_RESPONSE>;

export const SESSIONS_ENDED_RESPONSE = closedObject({ ended: integer('How many sessions ended.') });
export type SessionsEndedResponse = Shape<typeof SESSIONS_ENDED_RESPONSE>;

/** Remaining lifetime of the caller's session. */
export const SESSION_STATE_RESPONSE = closedObject({
  remaining_ms: nullable(integer(), 'null: the call came without a session.'),
  is_extendable: flag('Use extends it.'),
});
export type SessionState = Shape<typeof SESSION_STATE_RESPONSE>;

export const TENANT_RESPONSE = text(wireTenant);
