/** Icons of cells, as plain elements: they are drawn dozens of times. */
import type { ReactElement } from 'react';

const icon = (path: string): ReactElement => (
  <svg className="sdIcon" viewBox="0 0 16 16" aria-hidden="true">
    <path d={path} />
  </svg>
);

/** In the shapes of the design system, whose icons are filled. */
const filledIcon = (...paths: readonly string[]): ReactElement => (
  <svg className="sdIcon sdIcon--filled" viewBox="0 0 16 16" aria-hidden="true">
    {paths.map((path) => (
      <path key={path} d={path} />
    ))}
  </svg>
);

/** Marks what cannot be changed. */
export const LOCK = filledIcon(
  'M4 7V5a4 4 0 1 1 8 0v2h1a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1V8a1 1 0 0 1 1-1h1Zm1-2a3 3 0 0 1 6 0v2H5V5Zm-2 9V8h10v6H3Z'
);
/** Marks what can be changed. */
export const PENCIL = filledIcon(
  'M10 2.293a1 1 0 0 1 1.414 0l2.293 2.293a1 1 0 0 1 0 1.414l-7 7H11v1H2v-3.707l8-8Zm-7 8.414V13h2.293l5.5-5.5L8.5 5.207l-5.5 5.5ZM9.207 4.5 11.5 6.793l1.5-1.5L10.707 3l-1.5 1.5Z',
  'M14 14h-2v-1h2v1Z'
);
/** Marks what applies. */
export const CHECK = icon('M2.5 8.5l3.5 3.5 7.5-8');
export const DOTS = icon('M8 3v.01M8 8v.01M8 13v.01');
export const SORTED_UP = icon('M8 13.5v-11M4 6.5l4-4 4 4');
export const SORTED_DOWN = icon('M8 2.5v11M4 9.5l4 4 4-4');
export const SORTABLE = icon('M8 2.5v11M5 5.5l3-3 3 3M5 10.5l3 3 3-3');
