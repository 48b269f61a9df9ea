/**
 * What a backend can do beyond the cluster's REST API. Known before the first page: screens show
 * what is there, and routes over what is not answer the one refusal below.
 */
import type { EngineResponse } from './request';

/** One flag for each thing a backend may lack. They do not change while the server runs. */
export interface BackendFeatures {
  /** `Engine.find`: lists that the backend searches, filters, sorts and cuts. */
  readonly find: boolean;
  /** `Engine.auditEvents`. */
  readonly auditEvents: boolean;
  /** `Engine.history`: every change is recorded, shown and can be undone. */
  readonly history: boolean;
  /** `Engine.explain`, `Engine.impact` and `Engine.matrix`. */
  readonly explain: boolean;
  /** `Engine.effectivePermissions`. */
  readonly effectivePermissions: boolean;
  /** `Engine.decide`. */
  readonly decide: boolean;
  /** Single entities carry an `etag`, and `if-match` and `if-none-match: *` are honoured. */
  readonly entityVersions: boolean;
  /**
   * The version is compared, the lock-out question asked, and the history written in one step with
   * the change. Without it all three are done before or after it by the server, where changes
   * follow one another; another server's change, or one that goes past the product, may come
   * between:
   * - two changes of one version can both be accepted, the later one winning;
   * - two changes that are each harmless can together take the last administrator;
   * - a server that dies in between, or cannot reach the history, leaves a change without its
   *   entry;
   * - what somebody else changed in that moment stands in the entry, too.
   *
   * And less is known of a change before it is made: rights, the shape of the payload and reserved
   * entries are told before 409 and 412, but what only the backend judges (password rules, names of
   * roles, patterns) after them; users count as people who can sign in whether or not they have a
   * password. A password alone changes no version, and one that was replaced or deleted cannot be
   * put back. Changes of hidden entries are shown to nobody, and documents (`config`, `audit`,
   * `nodesdn`, `allowlist`) have no version.
   */
  readonly conditionalWrites: boolean;
  /** Changes that would lock administrators out are refused with 409 until they are confirmed. */
  readonly lockoutQuestion: boolean;
  /**
   * Changes of the configuration are among the audit events, as the audit configuration wants it.
   */
  readonly changeAudit: boolean;
  /** `Engine.changeTogether`: several changes of any kinds are made whole or not at all. */
  readonly changeSets: boolean;
  /** `PATCH` of a collection is done whole or not at all. */
  readonly atomicBulk: boolean;
  /**
   * An internal user whose attribute `enabled` is `false` is refused by password and token, and
   * his open sessions end.
   */
  readonly suspension: boolean;
  /**
   * Authentication domains are tried before they are saved, and changed by whoever may
   * (`/api/securityconfig/trial`).
   */
  readonly loginTrial: boolean;
  /**
   * `Engine.factors`, passkeys at sign-in, and new passwords that the next sign-in has to set
   * (`must_change_password`).
   */
  readonly secondFactors: boolean;
  /** `Engine.apiKeys`: internal users make keys with which scripts call on their behalf. */
  readonly apiKeys: boolean;
  /** There are indices: `Engine.indices` previews documents and suggests what is there. */
  readonly indices: boolean;
}

/** The name in the body of a 501, and in the capabilities `securityFeatures`. */
export type FeatureName = keyof BackendFeatures;

const WORDS: Readonly<Record<FeatureName, string>> = {
  find: 'The security backend in use does not search its lists.',
  auditEvents: 'The security backend in use does not show its audit events.',
  history: 'The security backend in use keeps no history of changes.',
  explain: 'The security backend in use cannot explain access.',
  effectivePermissions: 'The security backend in use cannot explain access.',
  decide: 'The security backend in use cannot decide on behalf of others.',
  entityVersions: 'The security backend in use keeps no versions of its entries.',
  conditionalWrites: 'The security backend in use does not change an entry on a condition.',
  lockoutQuestion: 'The security backend in use does not ask before administrators are locked out.',
  changeAudit: 'The security backend in use does not write changes into its audit log.',
  changeSets: 'The security backend in use does not change entries of several kinds in one step.',
  atomicBulk: 'The security backend in use does not change several entries at once.',
  suspension: 'The security backend in use does not suspend users.',
  loginTrial: 'The security backend in use does not try sign-ins.',
  secondFactors: 'The security backend in use has no second factors.',
  apiKeys: 'The security backend in use has no API keys.',
  indices: 'The security backend in use has no indices that it could look into.',
};

/**
 * The answer of every member whose feature is not there.
 * @param words - one sentence that says more than which it is
 */
export const absentFeature = (
  feature: FeatureName,
  words: string = WORDS[feature]
): { readonly ok: false; readonly response: EngineResponse } => ({
  ok: false,
  response: {
    statusCode: 501,
    headers: { 'content-type': 'application/json; charset=UTF-8' },
    body: { status: 'NOT_IMPLEMENTED', message: words, feature },
  },
});
