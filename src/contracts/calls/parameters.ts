/** Names of query parameters of changes. */

/** If `true`, a change is made although it locks administrators out. */
export const CONFIRM_LOCKOUT = 'confirm_lockout';
/** If `true` when saving a user, the next login requires a new password. */
export const MUST_CHANGE_PASSWORD = 'must_change_password';
