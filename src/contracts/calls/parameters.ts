/** Names of query parameters and headers of changes. */

/** If `true`, a change is made although it locks administrators out. */
export const CONFIRM_LOCKOUT = 'confirm_lockout';
/** If `true` when saving a user, the next login requires a new password. */
export const MUST_CHANGE_PASSWORD = 'must_change_password';
/** Request headers about the version of an entity, and what each says. */
export const PRECONDITIONS = Object.freeze({
  'if-match': 'Change only this version; the `etag` of an earlier answer.',
  'if-none-match': '`*` creates and never replaces.',
});
