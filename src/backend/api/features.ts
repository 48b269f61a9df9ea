/**
 * Features of a backend beyond the cluster's REST API. Screens know them before the first page and
 * hide what is missing; routes of missing features return the error below.
 */
import type { EngineResponse } from './request';

/** One flag for each optional feature. Flags do not change while the server runs. */
export interface BackendFeatures {
  /** `Engine.find`: the backend searches, filters, sorts and pages lists. */
  readonly find: boolean;
  /** `Engine.auditEvents`. */
  readonly auditEvents: boolean;
  /** `Engine.history`: every change is recorded, shown, and can be reverted. */
  readonly history: boolean;
  /** `Engine.explain`, `Engine.impact` and `Engine.matrix`. */
  readonly explain: boolean;
  /** `Engine.effectivePermissions`. */
  readonly effectivePermissions: boolean;
  /** `Engine.decide`. */
  readonly decide: boolean;
  /** Single entities have an `etag`; `if-match` and `if-none-match: *` are supported. */
  readonly entityVersions: boolean;
  /**
   * The version comparison, the lockout check and the history entry happen in one step with the
   * change. Without this feature, the server does all three before or after the change. It
   * serializes its own changes, but a change by another server or directly on the cluster can come
   * in between:
   * - two changes of the same version can both be accepted, and the later one wins;
   * - two changes that are each harmless can together remove the last administrator;
   * - if the server crashes in between, or cannot reach the history, a change has no history entry;
   * - the history entry can include what another user changed in that moment.
   *
   * Less is also known before the change: permissions, the shape of the payload and reserved
   * entries are checked before 409 and 412, but password rules, role names and patterns are checked
   * by the backend afterwards. Users count as able to log in whether or not they have a password. A
   * password change alone does not change the version, and a replaced or deleted password cannot be
   * reverted. Changes of hidden entries are not shown to anyone, and documents (`config`, `audit`,
   * `nodesdn`, `allowlist`) have no version.
   */
  readonly conditionalWrites: boolean;
  /** Changes that would lock out administrators return 409 until they are confirmed. */
  readonly lockoutQuestion: boolean;
  /** Configuration changes appear in the audit events, subject to the audit configuration. */
  readonly changeAudit: boolean;
  /** `Engine.changeTogether`: several changes of any kind are applied together or not at all. */
  readonly changeSets: boolean;
  /** `PATCH` of a collection is applied as a whole or not at all. */
  readonly atomicBulk: boolean;
  /**
   * Internal users with the attribute `enabled` set to `false` cannot log in with password or
   * token, and their open sessions end.
   */
  readonly suspension: boolean;
  /** Roles, action groups and tenants can be renamed (`POST /api/{type}/{name}/_rename`). */
  readonly rename: boolean;
  /**
   * Authentication domains can be tested in a dry run before they are saved, and changed by
   * authorized callers (`/api/securityconfig/trial`).
   */
  readonly loginTrial: boolean;
  /**
   * `Engine.factors`, passkeys at login, and new passwords that are required at the next login
   * (`must_change_password`).
   */
  readonly secondFactors: boolean;
  /** `Engine.apiKeys`: internal users create keys that let scripts act for them. */
  readonly apiKeys: boolean;
  /** Promises about access that every change must keep (`/api/guardrails`). */
  readonly guardrails: boolean;
  /** The backend has indices: `Engine.indices` previews documents and suggests existing names. */
  readonly indices: boolean;
}

/** The feature name in the body of a 501 response, and in the capabilities `securityFeatures`. */
export type FeatureName = keyof BackendFeatures;

const UNSUPPORTED_TEXTS: Readonly<Record<FeatureName, string>> = {
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
  atomicBulk: 'The security backend in use does not change several entries in one step.',
  rename: 'The security backend in use does not rename entries.',
  suspension: 'The security backend in use does not suspend users.',
  loginTrial: 'This security backend does not test logins.',
  secondFactors: 'The security backend in use has no second factors.',
  apiKeys: 'The security backend in use has no API keys.',
  guardrails: 'The security backend in use has no guardrails.',
  indices: 'The security backend in use has no indices that it could look into.',
};

const allFeatures = (isSupported: boolean): BackendFeatures =>
  Object.fromEntries(
    Object.keys(UNSUPPORTED_TEXTS).map((name) => [name, isSupported])
  ) as unknown as BackendFeatures;

export const ALL_FEATURES = allFeatures(true);
export const NO_FEATURES = allFeatures(false);

/**
 * The response of every member whose feature is missing.
 * @param text - an optional sentence that replaces the general one
 */
export const absentFeature = (
  feature: FeatureName,
  text: string = UNSUPPORTED_TEXTS[feature]
): { readonly ok: false; readonly response: EngineResponse } => ({
  ok: false,
  response: {
    statusCode: 501,
    headers: { 'content-type': 'application/json; charset=UTF-8' },
    body: { status: 'NOT_IMPLEMENTED', message: text, feature },
  },
});

/**
 * A group of methods that all need the missing feature.
 * @param names - of the methods
 */
export const absentGroup = <T extends object>(
  feature: FeatureName,
  names: Readonly<Record<keyof T, true>>
): T =>
  Object.fromEntries(
    Object.keys(names).map((name) => [name, async () => absentFeature(feature)])
  ) as T;
