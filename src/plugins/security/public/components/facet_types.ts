/** One filter of a list, as its button and its choice of values see it. */
export interface FacetOption {
  readonly value: string;
  readonly label: string;
}

export interface FacetFilterProps {
  readonly label: string;
  readonly options: readonly FacetOption[];
  readonly selected: readonly string[];
  /** The list holds only the first values; others can be typed. */
  readonly isOpenEnded?: boolean;
  readonly onChange: (selected: readonly string[]) => void;
}
