/** Help topics of the Security app. */
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
  | 'explorer'
  | 'clusters'
  | 'compare'
  | 'findings'
  | 'guardrails'
  | 'drift';
