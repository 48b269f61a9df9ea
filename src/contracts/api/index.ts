/** Requests and responses of the HTTP APIs. */
export * from './access_matrix';
export * from './explain_request';
export * from './alarms';
export * from './change_requests';
export * from './api_keys';
export * from './change_impact';
export * from './cluster_names';
export * from './clusters';
export * from './user_everywhere';
export * from './comparisons';
export * from './configuration';
export * from './guardrails';
export * from './import';
export * from './decision';
export * from './drift';
export * from './explanation';
export type { NotConsidered } from './not_considered';
export * from './factors';
export * from './findings';
export * from './indices';
export * from './nothing';
export * from './records';
export * from './resource_sharing';
export * from './rights';
export * from './recorded_event';
export * from './role_usage';
export type {
  ImportError,
  ImportResponse,
  ImportRetry,
  ImportSuccess,
  SavedObject,
  SavedObjectError,
  SavedObjectReference,
} from './saved_objects';
export type { Capabilities, UserProvidedSetting } from './server';
export * from './session';
export * from './login_dry_run';
export { LOCKOUT, type LockoutDetails } from './engine_envelopes';
