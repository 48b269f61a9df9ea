/**
 * Changes of the authentication domains, and trying them without saving:
 * `/api/securityconfig/trial` of the engine, `/api/v1/configuration/securityconfig` of the server.
 */
import { Type } from '@sinclair/typebox';
import {
  anyObject,
  closedObject,
  flag,
  mapOf,
  nullable,
  optional,
  text,
  texts,
  stringEnum,
} from '../schema';
import type { Shape } from '../schema';

const CHANGES = {
  authc: optional(
    mapOf(nullable(anyObject()), 'Changed authentication domains by name; null deletes one.')
  ),
  http: optional(anyObject('Replaces `config.dynamic.http`.')),
};
export const LOGIN_CHANGES = closedObject(CHANGES);
export type LoginChanges = Shape<typeof LOGIN_CHANGES>;

export const LOGIN_DRY_RUN_BODY = closedObject({
  changes: optional(LOGIN_CHANGES),
  headers: optional(
    mapOf(
      text(undefined, { writeOnly: true }),
      'Headers of the tested request, with lower-case names.'
    )
  ),
  query: optional(
    mapOf(text(undefined, { writeOnly: true }), 'Query parameters of the tested request.')
  ),
  peer_address: optional(
    text('IP address of the sender, for example of a proxy. Default: unknown.')
  ),
});
export type LoginDryRunBody = Shape<typeof LOGIN_DRY_RUN_BODY>;

const DOMAIN_DRY_RUN = closedObject({
  name: text(),
  type: text('Type of the authenticator.'),
  outcome: stringEnum(
    ['proven', 'nothing', 'refused', 'blocked', 'unavailable', 'unusable', 'not_asked'],
    '`nothing`: the request holds nothing for it; `unusable`: its settings cannot be used; `not_asked`: an earlier domain has ended the search.'
  ),
  ends: flag('Later domains are not tried, because this one challenges the client.'),
  reasons: texts('In English, without secrets.'),
});
export type DomainDryRun = Shape<typeof DOMAIN_DRY_RUN>;

const DRY_RUN_USER = closedObject({
  name: text(),
  domain: text('The domain that authenticated the user.'),
  backend_roles: texts(),
  attributes: mapOf(text(), 'Claims and other attributes by their full names.'),
  roles: texts('Resulting security roles.'),
  expires_at: optional(Type.Number({ description: 'Epoch milliseconds.' })),
});

export const LOGIN_DRY_RUN_RESPONSE = closedObject({
  domains: Type.Array(DOMAIN_DRY_RUN, { description: 'The enabled ones, in their order.' }),
  user: nullable(DRY_RUN_USER, 'The resulting user.'),
  anonymous: flag('Requests without credentials are logged in as the anonymous user.'),
});
export type LoginDryRunResponse = Shape<typeof LOGIN_DRY_RUN_RESPONSE>;

export const LOGIN_RIGHTS = closedObject({
  allowed: flag('Whether the caller may change and test authentication domains.'),
});
export type LoginRights = Shape<typeof LOGIN_RIGHTS>;

/** Data from the caller's own login, without secrets or data of other users. */
export const OWN_LOGIN = closedObject({
  user_name: text(),
  domain: nullable(
    text(),
    'The domain that authenticated the user; null for passwords, and for domains of a cluster.'
  ),
  type: nullable(text(), 'Type of its authenticator.'),
  backend_roles: texts(),
  attributes: mapOf(text(), 'Claims and other attributes by their full names.'),
  roles: texts('Security roles.'),
  expires_at: optional(
    Type.Number({ description: 'When the credentials expire, in epoch milliseconds.' })
  ),
  missing_roles_claim: optional(
    text('The claim that `roles_key` of the domain names, if the login has no such claim.')
  ),
});
export type OwnLogin = Shape<typeof OWN_LOGIN>;
