'use strict';
/**
 * Differences on purpose: each is told, with the harm that the cluster's answer would do, in
 * docs/decisions/0004-engine-deviations.md. Counted apart; never more than what the decision names.
 */

const textOf = ({ text }) => text ?? '';
const says = (words) => (answer) => words.test(textOf(answer));
const both = (ours, theirs) => (finding) => ours(finding.ours) && theirs(finding.theirs);
const anything = () => true;

/**
 * What is said of a JSON Patch that has no place to work on; a cluster says it as its library does.
 */
const UNAPPLIED =
  /Missing field|Replacing the whole|is not an object|escape sequence|Cannot remove the whole/;

/**
 * @type {readonly { name: string, is: (finding: Omit<import('./rest').Finding, 'verdict'>) =>
 *   boolean }[]}
 */
const WAIVERS = [
  { name: 'a mistake of the caller is 4xx, not 500', is: ({ ours, theirs }) => ours.status >= 400 && ours.status < 500 && theirs.status === 500 },
  { name: 'a patch that cannot be applied is refused in other words', is: ({ call, ours, theirs }) => call.method === 'PATCH' && ours.status === 400 && theirs.status === 400 && says(UNAPPLIED)(ours) },
  { name: 'tenancy takes booleans only', is: ({ call, ours }) => call.kind === 'tenancy' && ours.status === 400 && says(/Boolean expected|Could not parse content/)(ours) },
  { name: 'an unknown sign-in option is named, not a class', is: both(says(/authentication provider is not available/), says(/No enum constant/)) },
  { name: 'the audit configuration stays', is: ({ call, ours, theirs }) => call.kind === 'audit' && says(/"The patched configuration is not an object"/)(ours) && theirs.status === 200 },
  { name: 'service accounts keep no password', is: ({ call, ours, theirs }) => call.method === 'PATCH' && theirs.status === 200 && says(/for (?:a )?service account/)(ours) },
  { name: 'masks that cannot be used are refused', is: both(says(/Masked field not valid/), ({ status }) => status < 300) },
  { name: 'a wrong flag of the audit configuration is named', is: ({ call, ours, theirs }) => call.kind === 'audit' && says(/Boolean expected/)(ours) && theirs.status === 400 },
  { name: '_meta is no name', is: ({ call, ours }) => ours.status === 400 && /_meta/.test(`${call.path}${call.body ?? ''}`) && says(/'_meta' cannot/)(ours) },
  { name: 'nobody locks himself out', is: ({ ours }) => ours.status === 409 && says(/"lockout"/)(ours) },
  { name: 'static entries bind super admins', is: both(says(/^\{"status":"FORBIDDEN","message":"Resource '[^']*' is static\."\}$/), anything) },
  { name: 'unusable DLS queries are refused', is: both(says(/"reason":"Invalid DLS query"/), anything) },
  { name: 'unusable hashes are refused', is: both(says(/The hash |password hash/), anything) },
  { name: 'a user needs something to sign in with', is: both(says(/Please specify either 'hash' or 'password'/), ({ status }) => status < 300) },
  { name: 'unusable regular expressions are refused', is: both(says(/[Rr]egular expression/), anything) },
  { name: 'strings have a limit', is: both(says(/exceeds the maximum allowed length/), anything) },
  { name: 'names may hold a percent sign', is: ({ call, theirs }) => call.path.includes('%25') && says(/escape sequence/)(theirs) },
  { name: 'plain HTTP has no certificates', is: ({ call, ours, theirs }) => ours.status === theirs.status && /\/(?:sslinfo|ssl\/certs|certificates)(?:\?|$)/.test(call.path) },
  { name: 'service accounts of any name have tokens', is: ({ call, theirs }) => theirs.status === 501 && /\/internalusers\/[^/]*%[^/]*\/authtoken$/.test(call.path) },
]; // prettier-ignore

/** @returns {string | undefined} the name of the decision that explains a difference */
const waiverOf = (finding) => WAIVERS.find(({ is }) => is(finding))?.name;

module.exports = { waiverOf };
