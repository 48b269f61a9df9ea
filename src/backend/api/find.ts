/** Pages of collections. */

import type { ResourceType, RoleMapping } from '../../contracts/entities';

export type { ResourceType };

/**
 * A page of a collection. Filtering, sorting and paging happen in the engine, never in the browser.
 */
export interface FindQuery {
  /** The collection. */
  readonly type: ResourceType;
  /** Case-insensitive; every word must occur in the name or in one of the searchable fields. */
  readonly search?: string;
  /**
   * Facet name to accepted values (any of them). Facets: roles: `cluster_permissions`,
   * `index_patterns`, `users`, `backend_roles`, `tenants`, `customization` (`reserved` | `custom`);
   * internalusers: `backend_roles`, `roles`, `factors` (`totp` | `passkey` | `none`, where there
   * are second factors), `customization`; actiongroups: `type`, `customization`; tenants and
   * rolesmapping: `customization`.
   */
  readonly filters?: Readonly<Record<string, readonly string[]>>;
  /**
   * `name` (default), `description`, `changed`, `customization` (custom ones first), or a column of
   * values, by the first of which entities are sorted, those without any behind the others: roles:
   * `cluster_permissions`, `index_patterns`, `users`, `backend_roles`, `tenants`; internalusers:
   * `backend_roles`, `roles`, `attributes`, `factors`; actiongroups: `type`, `allowed_actions`,
   * `cluster` and `index` (those that hold such permissions first).
   */
  readonly sortField?: string;
  /** Default `asc`. */
  readonly sortOrder?: 'asc' | 'desc';
  /** From 1. */
  readonly page: number;
  /** 1 to 1000. */
  readonly perPage: number;
  /** Facets whose values (at most 100 each, ascending) shall come with the page. */
  readonly facets?: readonly string[];
  /** How many of what is found have each value of `facets`, their own filter aside. */
  readonly countsFacets?: boolean;
  /**
   * Waits for a reading that begins now, where pages are made of one that is a little older; one of
   * a moment ago may do.
   */
  readonly isFresh?: boolean;
}

/** One entity of a page, with what a list shows beside it. */
export interface FoundEntity {
  /** Unique in its collection. */
  readonly name: string;
  /** The entity as `GET /<type>/<name>` shows it (never a hash). */
  readonly entity: Readonly<Record<string, unknown>>;
  /** Entity tag of this version, for `if-match`. */
  readonly version: string;
  /** Roles only: the role mapping of the same name, if there is one. */
  readonly mapping?: RoleMapping;
  /** Internal users only: the security roles the user has, direct and mapped. */
  readonly roles?: readonly string[];
  /** Epoch milliseconds of the last change, absent for built-in entries. */
  readonly changedAtMs?: number;
  /** Patterns of the entity, and of its role mapping, that match nothing as they are, and why. */
  readonly warnings?: readonly string[];
}

/** A page of a collection. */
export interface FindResult {
  /** How many entities match on all pages. */
  readonly total: number;
  /** How many there are without search and filters. */
  readonly unfilteredTotal: number;
  /** In the order asked for; at most `perPage`. */
  readonly items: readonly FoundEntity[];
  /** Facet asked for to its values, ascending; at most 100 each. */
  readonly facets: Readonly<Record<string, readonly string[]>>;
  /** Facet to value to number; only with `countsFacets`. */
  readonly facetCounts?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /**
   * Milliseconds since the configuration was read, what was changed through this server aside;
   * absent where pages are made of what there is now.
   */
  readonly ageMs?: number;
}
