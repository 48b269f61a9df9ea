/** Subjects that pages of the Security app have help on. */
export type HelpTopic =
  | 'start'
  | 'auth'
  | 'roles'
  | 'users'
  | 'permissions'
  | 'tenants'
  | 'audit'
  | 'events'
  | 'history'
  | 'files'
  | 'apiKeys'
  | 'explorer';
