/**
 * Changes of the authentication domains, and trying them without saving:
 * `/api/securityconfig/trial` of the engine, `/api/v1/configuration/securityconfig` of the server.
 */
import { Type } from '@sinclair/typebox';
import {
  anyObject,
  closed,
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
    mapOf(nullable(anyObject()), 'Authentication domains that change, by name; null: it goes.')
  ),
  http: optional(anyObject('In place of `config.dynamic.http`.')),
};
export const LOGIN_CHANGES = closed(CHANGES);
export type LoginChanges = Shape<typeof LOGIN_CHANGES>;

export const LOGIN_DRY_RUN_BODY = closed({
  changes: optional(LOGIN_CHANGES),
  headers: optional(
    mapOf(text(undefined, { writeOnly: true }), 'Of the request that is tried; lower-case names.')
  ),
  query: optional(mapOf(text(undefined, { writeOnly: true }), 'Parameters of its address.')),
  peer_address: optional(
    text('IP address that it comes from, of a proxy for example; default: from nowhere known.')
  ),
});
export type LoginDryRunBody = Shape<typeof LOGIN_DRY_RUN_BODY>;

const DOMAIN_DRY_RUN = closed({
  name: text(),
  type: text('Of the authenticator.'),
  outcome: stringEnum(
    ['proven', 'nothing', 'refused', 'blocked', 'unavailable', 'unusable', 'not_asked'],
    '`nothing`: the request holds nothing for it; `unusable`: its settings cannot be used; `not_asked`: an earlier domain has ended the search.'
  ),
  ends: flag('Later domains are not asked: it asks for credentials of its own.'),
  reasons: texts('In English, without secrets.'),
});
export type DomainDryRun = Shape<typeof DOMAIN_DRY_RUN>;

const DRY_RUN_USER = closed({
  name: text(),
  domain: text('That proved him.'),
  backend_roles: texts(),
  attributes: mapOf(text(), 'Claims and the like, by their full names.'),
  roles: texts('Security roles that he would have.'),
  expires_at: optional(Type.Number({ description: 'Epoch milliseconds.' })),
});

export const LOGIN_DRY_RUN_RESPONSE = closed({
  domains: Type.Array(DOMAIN_DRY_RUN, { description: 'The enabled ones, in their order.' }),
  user: nullable(DRY_RUN_USER, 'The user who would be logged in.'),
  anonymous: flag('Who brings nothing at all is let in as the anonymous user.'),
});
export type LoginDryRunResponse = Shape<typeof LOGIN_DRY_RUN_RESPONSE>;

export const LOGIN_RIGHTS = closed({
  allowed: flag('The caller may change the authentication domains, and try them.'),
});
export type LoginRights = Shape<typeof LOGIN_RIGHTS>;

/** Data from the caller's own login, without secrets or data of other users. */
export const OWN_LOGIN = closed({
  user_name: text(),
  domain: nullable(text(), 'That proved him; null for passwords and what a cluster proves itself.'),
  type: nullable(text(), 'Of its authenticator.'),
  backend_roles: texts(),
  attributes: mapOf(text(), 'Claims and the like, by their full names.'),
  roles: texts('Security roles.'),
  expires_at: optional(Type.Number({ description: 'Epoch milliseconds: of what proved him.' })),
});
export type OwnLogin = Shape<typeof OWN_LOGIN>;
