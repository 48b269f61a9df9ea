/** One filter of a list, as its button and its choice of values see it. */
import type { ReadKey } from '../queries/use_server_query';

/** A value of a filter. */
export interface FacetOption {
  /** As the server knows it; what the address holds. */
  readonly value: string;
  /** As people read it. */
  readonly label: string;
  /** How many items have it; absent when the server does not count. */
  readonly count?: number;
}

/** A filter of a list. */
export interface Facet {
  /** As the list's address and the server know it. */
  readonly name: string;
  /** On the filter's button. */
  readonly label: string;
  /** Instead of the server's values. */
  readonly options?: readonly FacetOption[];
}

/** Where the values of an opened filter come from. */
export interface FacetLoad {
  readonly key: ReadKey;
  readonly read: (signal: AbortSignal) => Promise<readonly FacetOption[]>;
}

export interface FacetFilterProps {
  readonly label: string;
  readonly options: readonly FacetOption[];
  /** Asked when the filter is opened: values, or the numbers of `options` when these are fixed. */
  readonly load?: FacetLoad;
  readonly selected: readonly string[];
  /** There are no values but `options`; else any other can be typed where there are many. */
  readonly isFixed?: boolean;
  readonly onChange: (selected: readonly string[]) => void;
}
