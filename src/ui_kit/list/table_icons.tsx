/** Icons of cells, as plain elements: they are drawn dozens of times. */
import type { ReactElement } from 'react';

const icon = (path: string): ReactElement => (
  <svg className="sdIcon" viewBox="0 0 16 16" aria-hidden="true">
    <path d={path} />
  </svg>
);

/** Marks what cannot be changed. */
export const LOCK = icon('M3.5 7h9v6.5h-9zM5.5 7V4.8a2.5 2.5 0 0 1 5 0V7');
/** Marks what can be changed. */
export const PENCIL = icon('M3 13l.7-3L11 2.7l2.3 2.3L6 12.3zM9.5 4.2l2.3 2.3');
/** Marks what applies. */
export const CHECK = icon('M2.5 8.5l3.5 3.5 7.5-8');
export const DOTS = icon('M8 3v.01M8 8v.01M8 13v.01');
export const SORTED_UP = icon('M8 13.5v-11M4 6.5l4-4 4 4');
export const SORTED_DOWN = icon('M8 2.5v11M4 9.5l4 4 4-4');
export const SORTABLE = icon('M8 2.5v11M5 5.5l3-3 3 3M5 10.5l3 3 3-3');
