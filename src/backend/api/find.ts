/** Search, filters and pages of collections. */

import type { ResourceType, RoleMapping } from '../../contracts/entities';

export type { ResourceType };

/** Query for a page of a collection. The engine filters, sorts and pages, never the browser. */
export interface FindQuery {
  /** The collection. */
  readonly type: ResourceType;
  /** Case-insensitive. Every word must occur in the name or in one of the searchable fields. */
  readonly search?: string;
  /**
   * Accepted values by facet; an entity must match one of them. Facets: roles:
   * `cluster_permissions`, `index_patterns`, `users`, `backend_roles`, `tenants`, `customization`
   * (`reserved` | `custom`); internalusers: `backend_roles`, `roles`, `status` (`suspended`),
   * `factors` (`totp` | `passkey` | `none`, with second factors), `customization`; actiongroups:
   * `type`, `customization`; tenants and rolesmapping: `customization`.
   */
  readonly filters?: Readonly<Record<string, readonly string[]>>;
  /**
   * `name` (default), `description`, `changed`, `customization` (custom entities first), or a
   * column of values, which sorts by the first value, with empty ones last: roles:
   * `cluster_permissions`, `index_patterns`, `users`, `backend_roles`, `tenants`; internalusers:
   * `backend_roles`, `roles`, `attributes`, `factors`; actiongroups: `type`, `allowed_actions`,
   * `cluster` and `index` (groups with such permissions first).
   */
  readonly sortField?: string;
  /** Default `asc`. */
  readonly sortOrder?: 'asc' | 'desc';
  /** From 1. */
  readonly page: number;
  /** 1 to 1,000. */
  readonly perPage: number;
  /** Whether to say which entries of the page were changed outside; costs a read of the history. */
  readonly marksChangesOutside?: boolean;
  /** Facets whose values are returned with the page, at most 100 each, ascending. */
  readonly facets?: readonly string[];
  /** Whether to count the matches for each value of `facets`, ignoring the facet's own filter. */
  readonly countsFacets?: boolean;
  /**
   * Whether to wait for a fresh read of the configuration, where pages come from a slightly older
   * copy. A very recent read may be reused.
   */
  readonly isFresh?: boolean;
}

/** One entity of a page, with additional data for lists. */
export interface FoundEntity {
  /** Unique in its collection. */
  readonly name: string;
  /** The entity as in `GET /<type>/<name>`, never with a hash. */
  readonly entity: Readonly<Record<string, unknown>>;
  /** Entity tag of this version, for `if-match`. */
  readonly version: string;
  /** For roles: the role mapping of the same name, if any. */
  readonly mapping?: RoleMapping;
  /** For roles, if the caller may list users: the internal users who have the role. */
  readonly userCount?: number;
  /** For internal users: their security roles, direct and mapped. */
  readonly roles?: readonly string[];
  /** Epoch milliseconds of the last change; absent for built-in entities. */
  readonly changedAtMs?: number;
  /**
   * Set if the entity is not what its last recorded change made of it: it was changed on the
   * cluster, without this product.
   */
  readonly isChangedOutside?: true;
  /** For roles: the same for the role mapping of that name. */
  readonly isMappingChangedOutside?: true;
  /** Patterns of the entity and of its role mapping that match nothing, with the reason. */
  readonly warnings?: readonly string[];
}

/** A page of a collection. */
export interface FindResult {
  /** Number of matches on all pages. */
  readonly total: number;
  /** Number of entities without search and filters. */
  readonly unfilteredTotal: number;
  /** In the requested order; at most `perPage`. */
  readonly items: readonly FoundEntity[];
  /** Values of the requested facets, ascending; at most 100 each. */
  readonly facets: Readonly<Record<string, readonly string[]>>;
  /** Number of matches by facet and value; only with `countsFacets`. */
  readonly facetCounts?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /**
   * Milliseconds since the configuration was read, not counting changes through this server. Absent
   * if pages always show the current state.
   */
  readonly ageMs?: number;
}
