/**
 * Where the REST contract of the embedded engine is another one on a cluster.
 * docs/reference/backends.md has the same as a table, held by test/integration/backends_table.
 */
import type { Difference } from '../helpers/engine_contract';

export interface ContractDifference {
  /** Without a vertical bar, as it stands in the table. */
  readonly what: string;
  readonly why: string;
  /** Names of tests, and what they meet instead. */
  readonly tests: Readonly<Record<string, Difference>>;
}

const failure = { statusCode: 500, body: { status: 500 } };
const made = { statusCode: 201, body: { status: 'CREATED' } };
const updated = { statusCode: 200, body: { status: 'OK' } };
const says = (statusCode: number, message: string) => ({ statusCode, body: { message } });
/** The first start of a cluster gives it to everybody. */
const OWN_INDEX = 'own_index';

export const CONTRACT_DIFFERENCES: readonly ContractDifference[] = [
  {
    what: 'Rule for passwords',
    why: 'A cluster enforces its strength alone, and the rule that it shows only where `plugins.security.restapi.password_validation_regex` is set',
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
    what: 'Mistakes that are answered 500',
    why: 'The cluster fails over a value of another kind, a list as a body, and a place that is none; the embedded engine says 400 and what is wrong',
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
    why: 'A cluster before 3.8 limits neither texts nor names nor patches, but the depth of a body in words of its own; bodies of requests have the limits of the server in front of it',
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
    why: 'The cluster lists sets in no order of meaning',
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
    what: 'Hidden entries in a patch of many',
    why: 'A patch that changes nothing of a hidden entry is answered 200, so that whoever guesses its name learns that it is there',
    tests: { 'reveals nothing about hidden entries by its outcome': 'fails' },
  },
  {
    what: 'Empty attributes',
    why: 'A patch of a user loses attributes whose value is empty',
    tests: { 'works on lists without defaults, and keeps empty attributes': 'fails' },
  },
  {
    what: 'Sessions after a change of the own password',
    why: 'They end; on the embedded engine the one that changed it goes on',
    tests: { 'changes the password and ends older sessions': 'fails' },
  },
  {
    what: 'Super administrator',
    why: 'Somebody with a certificate, who has its name; the server itself has none on a cluster',
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
    why: 'Nobody changes it through the API, unless the nodes say `plugins.security.unsupported.restapi.allow_securityconfig_modification`; `securityadmin` does',
    tests: {
      'applies patches to the document with defaults, and stores only the values that were sent':
        'fails',
      'shows all defaults and masks passwords': 'fails',
    },
  },
  {
    what: `The role \`${OWN_INDEX}\``,
    why: 'As shipped, a cluster maps it to everybody',
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
    why: 'A cluster takes texts and numbers for flags, and names a class where an option is unknown',
    tests: {
      ...Object.fromEntries(
        ['"true"', '"TRUE"', '1', '-1'].map((flag) => [
          `a flag that is no boolean: ${flag}: PUT /api/tenancy/config`,
          { statusCode: 200, body: { multitenancy_enabled: flag !== '"TRUE"' } },
        ])
      ),
      'option in lower case: PUT /api/tenancy/config': {
        statusCode: 400,
        body: { error: { reason: expect.stringMatching(/^No enum constant/) } },
      },
    },
  },
  {
    what: '`kibanainfo`',
    why: 'A cluster answers with the keys of `dashboardsinfo`',
    tests: {
      'kibanainfo: GET //_opendistro/_security/kibanainfo': {
        statusCode: 200,
        body: { opensearch_dashboards_index: '.kibana' },
      },
    },
  },
  {
    what: 'Paths and prefixes',
    why: 'An unknown path can be the name of an index; a path that no cluster reads is refused before it is sent; the older prefix is not warned of',
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
    what: 'Headers that the plugin keeps for itself',
    why: 'They never reach the cluster: only headers of a list go on, and the call is answered as if they were not there',
    tests: { 'rejects forged internal headers': 'fails' },
  },
  {
    what: 'Changes among the audit events',
    why: 'The cluster writes them itself: the whole document of a kind, under the name of whoever changed it, as far as its audit log is on',
    tests: {
      'writes audit events of changes if the audit configuration includes them': 'fails',
    },
  },
  {
    what: 'The user `admin`',
    why: 'As shipped, it is reserved: the cluster refuses changes of it before versions and lock-out are looked at',
    tests: {
      'reports missing permissions and invalid payloads before version conflicts and lockout':
        'fails',
    },
  },
];

export const DIFFERENCES: Readonly<Record<string, Difference>> = Object.assign(
  {},
  ...CONTRACT_DIFFERENCES.map(({ tests }) => tests)
);
