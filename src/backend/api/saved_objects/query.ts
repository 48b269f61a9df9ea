/** Parsed and validated queries for saved objects, in terms that every backend supports. */
import type { ObjectKey } from './object';

/** An object type, and the attribute with the title of its objects. */
interface QueriedType {
  readonly name: string;
  readonly titleField: string;
}

export interface StoreQuery {
  readonly types: readonly QueriedType[];
  readonly search?: SearchNode;
  /** Attribute paths, optionally with a weight (`title^3`). `*` or absent: all attributes. */
  readonly searchFields?: readonly string[];
  readonly hasReference?: ObjectKey;
  readonly filter?: StoreFilter;
  /** Default: best match first for a search, otherwise last changed first. */
  readonly sort?: { readonly by: StoreSortField; readonly isDescending: boolean };
  /** Number of objects to skip. */
  readonly offset: number;
  readonly limit: number;
}

export type StoreSortField =
  'title' | 'updated_at' | 'type' | 'id' | { readonly attribute: string };

/**
 * A search expression. Text is compared by word, ignoring case and accents. A text without words is
 * ignored.
 */
export type SearchNode =
  | { readonly kind: 'all' }
  | { readonly kind: 'none' }
  /** Several words are a phrase. `isPrefix`: the last word is a prefix. */
  | { readonly kind: 'text'; readonly text: string; readonly isPrefix: boolean }
  /** Occurs in an `and` only. An `and` of nothing else matches all other objects. */
  | { readonly kind: 'not'; readonly node: SearchNode }
  | { readonly kind: 'and' | 'or'; readonly nodes: readonly SearchNode[] };

/** A filter expression. Fields belong to one type; objects of other types do not match. */
export type StoreFilter =
  | { readonly kind: 'and' | 'or'; readonly nodes: readonly StoreFilter[] }
  | { readonly kind: 'not'; readonly node: StoreFilter }
  /** One reference must satisfy all of `node`, whose fields are those of a reference. */
  | { readonly kind: 'reference'; readonly type: string; readonly node: StoreFilter }
  | {
      readonly kind: 'field';
      readonly type: string;
      readonly field: StoreFilterField;
      readonly test: StoreFilterTest;
    };

export type StoreFilterField =
  | { readonly attribute: readonly string[] }
  | { readonly root: 'updated_at' | 'id' | 'type' }
  | { readonly reference: 'type' | 'id' | 'name' };

/** Text with its escapes resolved. */
export interface FilterLiteral {
  /** The text between wildcards: `a*b` is `['a', 'b']`. Text without wildcards is one piece. */
  readonly pieces: readonly string[];
  /** Whether it is a phrase; otherwise any of its words matches. */
  readonly isQuoted: boolean;
}

/** A time range, both ends inclusive; ISO 8601, UTC, with milliseconds. */
export interface DateSpan {
  readonly from: string;
  readonly to: string;
}

export type StoreFilterTest =
  /** The value is present and not null, or has such an element or member. */
  | { readonly kind: 'exists' }
  /**
   * Ids and the like: the whole text, case-sensitive. Attributes: words of text, or one of the
   * exact values.
   */
  | {
      readonly kind: 'equals';
      readonly literal: FilterLiteral;
      readonly number?: number;
      readonly truth?: 'true' | 'false';
      readonly dates?: DateSpan;
    }
  | {
      readonly kind: 'range';
      readonly operator: '<' | '<=' | '>' | '>=';
      readonly number?: number;
      readonly dates?: DateSpan;
    };
