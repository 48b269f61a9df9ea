'use strict';
/**
 * Intentional differences. Each recognizes one cause by the two responses, and quotes
 * docs/decisions/0004-engine-deviations.md with the harm of the cluster's response.
 */

const { verdictOf } = require('./compare');

const textOf = ({ text }) => text ?? '';
const says = (words) => (response) => words.test(textOf(response));
const isDone = ({ status }) => status < 300;
const isRefused = ({ status }) => status >= 400 && status < 500;
/** The other side may have rejected the request for another reason first. */
const isDoneOrRefused = (response) => isDone(response) || isRefused(response);
/** The cluster failed over the caller's input; its message names the cause. */
const failed = (words) => (response) => response.status === 500 && words.test(textOf(response));
const both = (ours, theirs) => (finding) => ours(finding.ours) && theirs(finding.theirs);
const of = (kind, is) => (finding) => finding.call.kind === kind && is(finding);

/**
 * Both responses are equal except for some members.
 * @param {readonly string[]} members
 */
const apartFrom = (members) => {
  const rest = (value) => {
    if (Array.isArray(value)) return value.map(rest);
    if (typeof value !== 'object' || value === null) return value;
    const kept = Object.entries(value).filter(([name]) => !members.includes(name));
    return Object.fromEntries(kept.map(([name, member]) => [name, rest(member)]));
  };
  return ({ call, ours, theirs }) => {
    const [here, there] = [ours, theirs].map((response) => ({
      ...response,
      body: rest(response.body),
    }));
    return isDone(ours) && verdictOf(here, there, call.method, call.path) === 'equal';
  };
};

const UNREADABLE =
  /Cannot (?:deserialize|construct)|cannot be cast|Unrecognized field|not of type `ObjectNode`|Cannot replace context node/;
const NO_INDEX = /Object operation on array target|Illegal index|Index -?\d+ out of bounds/;
/** The message of a cluster that can no longer load what it stored. */
const POISONED = /Error Failed node/;

/**
 * `told`: words of the decision.
 * @type {readonly { name: string, told: string, is: (finding: Omit<import('./rest').Finding,
 *   'verdict'>) => boolean }[]}
 */
const WAIVERS = [
  {
    name: 'static entries bind super admins',
    told: 'Static entries cannot be changed by super administrators either',
    is: both(
      says(/"Resource '[^']*' is static\."/),
      (response) =>
        isDoneOrRefused(response) ||
        failed(POISONED)(response) ||
        failed(UNREADABLE)(response) ||
        failed(NO_INDEX)(response)
    ),
  },
  {
    name: "a value of another kind is the caller's mistake",
    told: 'a list instead of an object',
    is: both(isRefused, failed(UNREADABLE)),
  },
  {
    name: 'a list is no body',
    told: 'sometimes accepted and ignored, or rejected after other checks',
    is: ({ call, ours, theirs }) =>
      /^\s*\[/.test(call.body ?? '') &&
      says(/Could not parse content/)(ours) &&
      isDoneOrRefused(theirs),
  },
  {
    name: 'an empty current password is a wrong one',
    told: 'an empty current password',
    is: of('account', both(isRefused, failed(/Password cannot be empty or null/))),
  },
  {
    name: 'an empty answer can be asked for in YAML',
    told: '`format=yaml` of an empty response',
    is: both(isRefused, failed(/emitter_exception/)),
  },
  {
    name: 'a patch of a whole document is refused',
    told: 'a patch that replaces a whole document',
    is: both(
      says(
        /whole collection is not supported|whole configuration cannot be|There is no configuration/
      ),
      failed(/null_pointer_exception|NullPointerException/)
    ),
  },
  {
    name: 'what is no index of a list is told',
    told: 'a list index that is not a number',
    is: both(says(/is no index of an array/), failed(NO_INDEX)),
  },
  {
    name: 'the audit configuration and the allow list stay',
    told: 'The audit configuration and the allow list cannot be removed by PATCH',
    is: both(says(/whole configuration cannot be/), isDone),
  },
  {
    name: 'methods of the allow list are words',
    told: 'A number among the methods of the allow list',
    is: of('allowlist', both(says(/not one of GET/), isDone)),
  },
  {
    name: 'tenancy takes booleans only',
    told: '`multitenancy_enabled` and `private_tenant_enabled` must be booleans',
    is: of('tenancy', both(says(/Boolean expected/), isDone)),
  },
  {
    name: 'an unknown login option is named, not a class',
    told: 'An unknown login option',
    is: both(says(/authentication provider is not available/), says(/No enum constant/)),
  },
  {
    name: 'a wrong login limit is reported',
    told: 'a login limit with a wrong type',
    is: of('listeners', both(isRefused, says(/ValidationResult@|json_(?:parse|e_o_f)_exception/))),
  },
  {
    name: 'login limits are explicit',
    told: 'Unknown keys of a login limit, and values of another type',
    is: of('listeners', both(says(/invalid_keys|Wrong datatype/), isDone)),
  },
  {
    name: 'service accounts keep no password',
    told: 'A user who becomes a service account by PATCH loses the password',
    is: both(says(/for (?:a )?service account/), isDone),
  },
  {
    name: 'service accounts of any name have tokens',
    told: 'Names of service accounts may contain any character',
    is: ({ call, theirs }) =>
      theirs.status === 501 && /\/internalusers\/[^/]*%[^/]*\/authtoken/.test(call.path),
  },
  {
    name: 'tokens of service accounts log in',
    told: 'Tokens of service accounts log in',
    is: both(says(/authtoken generated Basic /), says(/authtoken generated Basic /)),
  },
  {
    name: 'masks that cannot be used are refused',
    told: 'An unusable mask is rejected by PATCH as by PUT',
    is: both(says(/Masked field not valid/), isDone),
  },
  {
    name: 'what is wrong with a mask is told in words of its own',
    told: 'the reason why a mask is unusable',
    is: both(says(/Masked field not valid/), says(/Masked field not valid/)),
  },
  {
    name: '_meta is no name',
    told: '`_meta` is not a name',
    is: ({ call, ours, theirs }) =>
      isRefused(ours) &&
      theirs.status !== 201 &&
      /_meta/.test(`${call.path}${call.body ?? ''}`) &&
      says(/_meta/)(ours),
  },
  {
    name: 'an entity has a name',
    told: 'An entity must have a name',
    is: both(
      says(/No \w+ specified\./),
      says(/Resource updated|No username is given|'' not found/)
    ),
  },
  {
    name: 'watched fields without names stay',
    told: 'Attributes and watched fields with an empty value stay',
    is: (finding) =>
      of('audit', apartFrom(['read_watched_fields']))(finding) &&
      says(/"read_watched_fields":\{[^}]*\[\]/)(finding.ours),
  },
  {
    name: 'the upgrade speaks every format',
    told: '`_upgrade_check` and `_upgrade_perform` respond in the requested format',
    is: ({ call, ours, theirs }) =>
      call.path.includes('/_upgrade_') &&
      isDone(ours) &&
      isDone(theirs) &&
      ours.type !== theirs.type,
  },
  {
    name: 'an address has no port',
    told: '`remote_address` of `authinfo` is only the address',
    is: apartFrom(['remote_address']),
  },
  {
    name: 'the mistake in the body comes first',
    told: 'the one that needs no other configuration is reported first',
    is: of(
      'tenancy',
      both(
        says(/Wrong datatype/),
        says(/Validation failure|can not be disabled if it is the default tenant/)
      )
    ),
  },
  {
    name: 'paths are UTF-8',
    told: 'bytes that are not UTF-8',
    is: ({ call, ours }) =>
      /%f[ef]/.test(call.path) &&
      ours.status === 400 &&
      (call.method === 'HEAD' || says(/malformed/)(ours)),
  },
  {
    name: 'wrong credentials come before the path',
    told: 'Wrong credentials get 401 before path and content type are checked',
    is: ({ call, ours, theirs }) =>
      call.who === 'wrong' &&
      ours.status === 401 &&
      ([400, 405, 406].includes(theirs.status) ||
        call.method === 'OPTIONS' ||
        says(/Illegal parameter/)(theirs)),
  },
  {
    name: 'a malformed type is 415',
    told: 'A malformed `Content-Type` gets 415',
    is: ({ ours, theirs }) => ours.status === 415 && says(/content_type_header_exception/)(theirs),
  },
  {
    name: 'nobody locks himself out',
    told: "A change that takes the last administrator's API access",
    is: both(says(/"lockout"/), isDone),
  },
  {
    name: 'unusable DLS queries are refused',
    told: 'A DLS query that is not a JSON object with one kind of query gets 400',
    is: both(says(/"reason":\s*"Invalid DLS query"/), isDoneOrRefused),
  },
  {
    name: 'unusable hashes are refused',
    told: 'A password hash has to be argon2, bcrypt or PBKDF2',
    is: both(says(/The hash |password hash/), isDoneOrRefused),
  },
  {
    name: 'the rule for passwords that is shown is enforced',
    told: 'The password rule that the forms show is enforced',
    is: both(says(/Password should be at least 8 characters long/), isDoneOrRefused),
  },
  {
    name: 'a user needs something to log in with',
    told: 'A user needs a password or a hash',
    is: both(says(/Please specify either 'hash' or 'password'/), isDone),
  },
  {
    name: 'unusable regular expressions are refused',
    told: 'An unusable regular expression gets 400',
    is: both(says(/"reason":\s*"Invalid pattern"/), isDoneOrRefused),
  },
  {
    name: 'strings have a limit',
    told: 'all other strings 256',
    is: both(says(/exceeds the maximum allowed length/), isDoneOrRefused),
  },
  {
    name: 'names may hold a percent sign',
    told: 'Names may contain `%`',
    is: ({ call, theirs }) => call.path.includes('%25') && says(/escape sequence/)(theirs),
  },
  {
    name: 'kibanainfo speaks to clients of Open Distro',
    told: '`kibanainfo` has the keys of Open Distro',
    is: ({ call, ours, theirs }) =>
      isDone(ours) && isDone(theirs) && call.path.includes('/kibanainfo'),
  },
  {
    name: 'there is no transport layer',
    told: 'the engine has no transport layer',
    is: apartFrom(['transport', 'transport_client', 'transport_certificates_list', 'not_before']),
  },
  {
    name: 'no library of Java is named',
    told: '`sslinfo` does not name a library',
    is: apartFrom([
      'ssl_provider_http',
      'ssl_provider_transport_server',
      'ssl_provider_transport_client',
      'ssl_openssl_non_available_cause',
    ]),
  },
  {
    name: 'what is to be upgraded can be read',
    told: 'A body of `_upgrade_perform` that cannot be read',
    is: ({ call, ours, theirs }) =>
      call.path.includes('/_upgrade_perform') &&
      says(/Could not parse content/)(ours) &&
      isDoneOrRefused(theirs),
  },
];

/** @returns {string | undefined} the name of the decision that explains a difference */
const waiverOf = (finding) => WAIVERS.find(({ is }) => is(finding))?.name;

module.exports = { WAIVERS, waiverOf };
