/** One filter of a list, as its button and its choice of values see it. */
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

export interface FacetFilterProps {
  readonly label: string;
  readonly options: readonly FacetOption[];
  readonly selected: readonly string[];
  /** The list holds only the first values; others can be typed. */
  readonly isOpenEnded?: boolean;
  readonly onChange: (selected: readonly string[]) => void;
}
