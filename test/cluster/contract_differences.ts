/**
 * Differences of a cluster from the REST contract of the embedded engine.
 * docs/reference/backends.md lists the same, checked by test/integration/backends_table.
 */
import type { Difference } from '../helpers/engine_contract';

export interface ContractDifference {
  /** Text of the table cell, without a vertical bar. */
  readonly what: string;
  readonly why: string;
  /** The results on a cluster, by test name. */
  readonly tests: Readonly<Record<string, Difference>>;
}

const failure = { statusCode: 500, body: { status: 500 } };
const made = { statusCode: 201, body: { status: 'CREATED' } };
const updated = { statusCode: 200, body: { status: 'OK' } };
const says = (statusCode: number, message: string) => ({ statusCode, body: { message } });
const says400 = (reason: string) => ({ statusCode: 400, body: { status: 'error', reason } });
/** A new cluster maps this role to every user. */
const OWN_INDEX = 'own_index';

export const CONTRACT_DIFFERENCES: readonly ContractDifference[] = [
  {
    what: 'Rule for passwords',
    why: 'The cluster enforces only the strength. It enforces the rule that it shows only if `plugins.security.restapi.password_validation_regex` is set',
    tests: {
      'password of seven characters: PUT /api/internalusers/new': {
        statusCode: 400,
        body: { reason: 'Weak password' },
      },
      'password without an uppercase letter: PUT /api/internalusers/new': made,
      'password without a lowercase letter: PUT /api/internalusers/new': updated,
      'password without a digit: PUT /api/internalusers/new': updated,
      'password without a special character: PUT /api/internalusers/new': updated,
    },
  },
  {
    what: 'Mistakes that get 500',
    why: 'The cluster fails on a value of another type, a list as a body, and an invalid list index. The embedded engine responds 400 with the reason',
    tests: {
      'object as attribute: PUT /api/internalusers/new': failure,
      'unknown nested key: PUT /api/roles/n': failure,
      'array: PUT /api/roles/n': failure,
      'body [{}]': 'fails',
      'no such place: index_patterns/x: PATCH /api/roles/p': failure,
      'whole collection: PATCH /api/roles': failure,
    },
  },
  {
    what: 'Sizes',
    why: 'Before 3.8, the cluster limits neither texts nor names nor patches. It limits the depth of a body, with its own message. The server limits the size of a body',
    tests: {
      'long string: PUT /api/roles/n': made,
      [`long name: PUT /api/roles/${'x'.repeat(89)}…`]: made,
      'too many operations: PATCH /api/roles/p': says(200, "'p' updated."),
      [`body ${'['.repeat(40)}`]: 'fails',
      'nested too deeply: PUT /api/rolesmapping/mapped': 'fails',
    },
  },
  {
    what: 'Order of names in a text',
    why: 'The cluster lists sets in arbitrary order',
    tests: {
      'unknown key: PUT /api/roles/n': {
        statusCode: 400,
        body: { invalid_keys: { keys: 'static,foo' } },
      },
      'no array at all: PUT /api/rolesmapping/mapped': {
        statusCode: 400,
        body: { specify_one_of: { keys: 'backend_roles,hosts,and_backend_roles,users' } },
      },
    },
  },
  {
    what: 'Hidden entries in a patch of a collection',
    why: 'The cluster responds 200 to a patch that changes nothing of a hidden entry, so a caller who guesses its name learns that it exists',
    tests: { 'reveals nothing about hidden entries by its outcome': 'fails' },
  },
  {
    what: 'Empty attributes',
    why: 'A patch of a user loses attributes with an empty value',
    tests: { 'works on lists without defaults, and keeps empty attributes': 'fails' },
  },
  {
    what: "Sessions after a change of one's own password",
    why: 'All of them end. On the embedded engine, the session that made the change continues',
    tests: { 'changes the password and ends older sessions': 'fails' },
  },
  {
    what: 'Super administrator',
    why: 'The user named in an administrator certificate. The server itself has none on a cluster',
    tests: {
      'exists for internal users only': 'fails',
      'no API access: GET /api/roles': {
        statusCode: 403,
        body: { message: expect.stringMatching(/No client TLS certificate found in request$/) },
      },
    },
  },
  {
    what: 'Security configuration',
    why: 'The API cannot change it unless the nodes set `plugins.security.unsupported.restapi.allow_securityconfig_modification`. `securityadmin` can',
    tests: {
      'applies patches to the document with defaults, and stores only the values that were sent':
        'fails',
      'shows all defaults and masks passwords': 'fails',
    },
  },
  {
    what: `The role \`${OWN_INDEX}\``,
    why: 'As shipped, a cluster maps it to every user',
    tests: {
      'maps a static role: PUT /api/rolesmapping/own_index': says(200, "'own_index' updated."),
      'shows: GET /api/account': {
        statusCode: 200,
        body: { roles: expect.arrayContaining([OWN_INDEX, 'kibana_user']) },
      },
      'authinfo: GET /authinfo': {
        statusCode: 200,
        body: {
          remote_address: expect.stringMatching(/:\d+$/),
          roles: expect.arrayContaining([OWN_INDEX, 'kibana_user']),
        },
      },
    },
  },
  {
    what: 'Flags and options of tenancy',
    why: 'The cluster accepts texts and numbers for flags. For an unknown option, its message names a class',
    tests: {
      ...Object.fromEntries(
        ['"true"', '"TRUE"', '1', '-1'].map((flag) => [
          `a flag that is no boolean: ${flag}: PUT /api/tenancy/config`,
          { statusCode: 200, body: { multitenancy_enabled: flag !== '"TRUE"' } },
        ])
      ),
      'option in lower case: PUT /api/tenancy/config': {
        statusCode: 400,
        body: { error: { reason: 'The value "basic" is not one of the allowed values.' } },
      },
    },
  },
  {
    what: '`kibanainfo`',
    why: 'The cluster responds with the keys of `dashboardsinfo`',
    tests: {
      'kibanainfo: GET //_opendistro/_security/kibanainfo': {
        statusCode: 200,
        body: { opensearch_dashboards_index: '.kibana' },
      },
    },
  },
  {
    what: 'Paths and prefixes',
    why: 'An unknown path can be the name of an index. A path that no cluster can read is rejected before it is sent. The older prefix causes no warning',
    tests: {
      'unknown path: GET //nope': {
        statusCode: 404,
        body: { error: { type: 'index_not_found_exception' } },
      },
      'bad escape: GET /api/roles/%zz': {
        statusCode: 400,
        body: { status: 'BAD_REQUEST', message: expect.any(String) },
      },
      'returns a deprecation warning for the older prefix': 'fails',
    },
  },
  {
    what: 'Headers that the plugin reserves',
    why: 'They never reach the cluster, because only headers of a list are forwarded. The request is handled as if they were absent',
    tests: { 'rejects forged internal headers': 'fails' },
  },
  {
    what: 'Changes among the audit events',
    why: 'The cluster writes them itself, if its audit log is on: the whole document of a type, under the name of the user who made the change',
    tests: {
      'writes audit events of changes if the audit configuration includes them': 'fails',
    },
  },
  {
    what: 'The user `admin`',
    why: 'As shipped, it is reserved. The cluster rejects changes of it before versions and lockouts are checked',
    tests: {
      'reports missing permissions and invalid payloads before version conflicts and lockout':
        'fails',
      'shows the administrator: GET /api/account': {
        statusCode: 200,
        body: { user_name: 'admin', is_reserved: true },
      },
      'wrong current password of the administrator: PUT /api/account': says(
        403,
        "Resource 'admin' is reserved."
      ),
    },
  },
  {
    what: 'Empty hash of a user',
    why: 'It takes the password away. On the embedded engine it counts as not sent',
    tests: {
      'keep their password when they are sent back as they were read, with an empty hash': 'fails',
    },
  },
];

const noNull = says400('`null` is not allowed as json array element');

/**
 * Differences of 2.19 from 3.4, whose responses the contract has. The embedded engine makes them as
 * well if `engine.version` asks for it.
 */
const OF_RELEASE_2_19: Readonly<Record<string, Difference>> = {
  // The message is that of a Java exception.
  'bad mask: PUT /api/roles/m': says400('Wrong datatype'),
  'null element: PUT /api/roles/n': noNull,
  'null element: PATCH /api/roles/p': noNull,
  'blank element: PUT /api/roles/n': made,
  // The role exists since the row above.
  'long string: PUT /api/roles/n': updated,
  // Ships fewer reserved roles.
  'include static entries and omit hidden ones': 'fails',
  'flush one: DELETE /api/cache/user/jdoe': { statusCode: 400 },
  'no reading of the cache: GET /api/cache': { statusCode: 501 },
  // No resource sharing.
  'dashboardsinfo: GET /dashboardsinfo': { statusCode: 200, body: { user_name: 'plain' } },
  'dashboardsinfo: POST /dashboardsinfo': { statusCode: 200, body: { user_name: 'plain' } },
};

/** @param version - of the cluster, for example `2.19.3` */
export const differencesOf = (version: string): Readonly<Record<string, Difference>> =>
  Object.assign(
    {},
    ...CONTRACT_DIFFERENCES.map(({ tests }) => tests),
    version.startsWith('2.') ? OF_RELEASE_2_19 : {}
  );
