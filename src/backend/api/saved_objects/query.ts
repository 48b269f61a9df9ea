/**
 * What a search for saved objects asks: parsed and checked, in terms that any backend can answer.
 */
import type { ObjectKey } from './object';

/** A kind of object, and the attribute that names its objects to people. */
interface QueriedType {
  readonly name: string;
  readonly titleField: string;
}

export interface StoreQuery {
  readonly types: readonly QueriedType[];
  readonly search?: SearchNode;
  /** Attribute paths, each perhaps with a weight (`title^3`); `*`, or absent: everywhere. */
  readonly searchFields?: readonly string[];
  readonly hasReference?: ObjectKey;
  readonly filter?: StoreFilter;
  /** Absent: best match first when searching, else last changed first. */
  readonly sort?: { readonly by: StoreSortField; readonly isDescending: boolean };
  /** Number of objects to skip. */
  readonly offset: number;
  readonly limit: number;
}

export type StoreSortField =
  'title' | 'updated_at' | 'type' | 'id' | { readonly attribute: string };

/**
 * What is searched for. Text is compared word by word, without case and accents; a backend that
 * finds no word in a text goes on as if the text were not there.
 */
export type SearchNode =
  | { readonly kind: 'all' }
  | { readonly kind: 'none' }
  /** A phrase when it holds several words; `isPrefix`: the last one may go on. */
  | { readonly kind: 'text'; readonly text: string; readonly isPrefix: boolean }
  /** Stands in an `and` only; one of nothing else is about everything but these. */
  | { readonly kind: 'not'; readonly node: SearchNode }
  | { readonly kind: 'and' | 'or'; readonly nodes: readonly SearchNode[] };

/** A condition on objects. Fields are those of one type: objects of other types do not meet it. */
export type StoreFilter =
  | { readonly kind: 'and' | 'or'; readonly nodes: readonly StoreFilter[] }
  | { readonly kind: 'not'; readonly node: StoreFilter }
  /** All of `node`, whose fields are those of a reference, about the same reference. */
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

/** Text as it was written, escapes undone. */
export interface FilterLiteral {
  /** The text between wildcards: `a*b` is `['a', 'b']`, a text without wildcards is one piece. */
  readonly pieces: readonly string[];
  /** A phrase; otherwise any of its words suffices. */
  readonly isQuoted: boolean;
}

/** A stretch of time, both ends included; ISO 8601, UTC, milliseconds. */
export interface DateSpan {
  readonly from: string;
  readonly to: string;
}

export type StoreFilterTest =
  /** Is there and not null, or has an element or member that is not. */
  | { readonly kind: 'exists' }
  /**
   * Ids and the like: the whole text, case and all. Attributes: words of texts, or one of the exact
   * values.
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
