/** Everyday verbs, as guardrails and the page of one's own access word them. */

/** The actions of an everyday verb. The first one stands for the verb alone. */
export const VERBS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  read: [
    'indices:data/read/search',
    'indices:data/read/get',
    'indices:data/read/mget[shard]',
    'indices:data/read/tv',
  ],
  write: [
    'indices:data/write/index',
    'indices:data/write/update',
    'indices:data/write/bulk[s]',
    'indices:data/write/update/byquery',
  ],
  delete: ['indices:data/write/delete', 'indices:data/write/delete/byquery'],
  manage: [
    'indices:admin/settings/update',
    'indices:admin/mapping/put',
    'indices:admin/delete',
    'indices:admin/aliases',
  ],
  administer: ['roles', 'rolesmapping', 'actiongroups', 'internalusers', 'config/update'].map(
    (endpoint) => `restapi:admin/${endpoint}`
  ) as [string, ...string[]],
};
