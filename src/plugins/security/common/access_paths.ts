/** Addresses about access, apart from the others: the login page needs none of them. */
export const ACCESS_PATHS = Object.freeze({
  /** `GET` and `POST`: explains why access is granted or denied. */
  explain: '/api/v1/access/explain',
  /** `POST`: which users gain or lose access by unsaved changes. */
  impact: '/api/v1/access/impact',
  /** `POST`: what holders of a role used, and a smaller role. */
  usage: '/api/v1/access/usage',
  replay: '/api/v1/access/replay',
  /** `POST`: access of many users or roles as a matrix. */
  matrix: '/api/v1/access/matrix',
  /** `GET`: effective permissions of a user. */
  effective: '/api/v1/access/effective',
  /** `POST`: documents that a DLS query, a role or a user can see in indices. */
  dlsPreview: '/api/v1/dls/preview',
  /** `GET`: indices, aliases and data streams visible to the caller. */
  suggestedIndices: '/api/v1/suggestions/indices',
  /** `GET`: fields of indices. */
  suggestedFields: '/api/v1/suggestions/fields',
});
