/** Types of a list filter, for its button and its list of values. */
import type { ReadKey } from '../queries/use_server_query';

/** A value of a filter. */
export interface FacetOption {
  /** Value for the server and the URL. */
  readonly value: string;
  /** Display name. */
  readonly label: string;
  /** Number of items with this value; absent if the server does not count them. */
  readonly count?: number;
}

/** A filter of a list. */
export interface Facet {
  /** Name of the filter for the URL and the server. */
  readonly name: string;
  /** Label of the filter's button. */
  readonly label: string;
  /** Fixed values that replace the server's. */
  readonly options?: readonly FacetOption[];
}

/** Loads the values of an open filter. */
export interface FacetLoad {
  readonly key: ReadKey;
  readonly read: (signal: AbortSignal) => Promise<readonly FacetOption[]>;
}

export interface FacetFilterProps {
  readonly label: string;
  readonly options: readonly FacetOption[];
  /**
   * Called when the filter is opened: loads its values, or the counts of `options` if the values
   * are fixed.
   */
  readonly load?: FacetLoad;
  readonly selected: readonly string[];
  /**
   * Whether `options` lists all values. If not, and if there are many, other values can be typed.
   */
  readonly isFixed?: boolean;
  readonly onChange: (selected: readonly string[]) => void;
}
