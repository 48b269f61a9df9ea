/** The interface of security backends for the rest of the server. */
export type { AuditSink } from './audit_sink';
export type * from './backend';
export type * from './configuration_files';
export type * from './connection';
export type * from './document_store';
export type * from './engine';
export { CALLER_GROUPS, CALLER_METHODS } from './engine';
export * from './saved_objects';
export { requestTrace, type RequestTrace } from './request_trace';
export type * from './sessions';
export { PERMISSION_NAMES } from './permission_names';
export type { Preferences, PreferenceStore } from './preferences';
export { BackendError, isUnwritable, getErrorResponse } from './backend_error';
export { certificateEnds, readUsedCertificates, type UsedCertificate } from './certificates';
export { PRIVATE_RANGES } from './address_ranges';
export { allowedHostProblems, AllowedHosts, isConfidential, isHost } from './allowed_hosts';
export { FORBIDDEN_ADDRESS, guardedLookup } from './guarded_lookup';
export { changeDocument, changeMember } from './shared_document';
export { matchesWildcard } from './wildcard';
export { replaceFile, writePrivateFile } from './replace_file';
export { attributeValues, comparableName, displayName } from './distinguished_name';
export {
  AUDIT_STORAGES,
  DEFAULT_SETTINGS,
  type AuditSettings,
  type AuditStorage,
  type EngineSettings,
} from './settings';
