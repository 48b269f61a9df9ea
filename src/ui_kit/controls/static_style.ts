/**
 * Styles of lists, their tables and cells. One static style sheet, because styled components in
 * each cell would take most of the time that a list needs.
 */
import type { EuiThemeComputed } from '@elastic/eui';
import { insertStyle } from '@sd/core/public';
import { type CSSProperties, useInsertionEffect } from 'react';

const ID = 'sdKitCss';

/** Adds the style sheet to the page, once. */
export const useStaticStyle = (): void =>
  useInsertionEffect(() => {
    if (!document.getElementById(ID)) insertStyle(ID, CSS);
  }, []);

/** Values of the theme that the style sheet refers to. */
export const themeValues = ({ colors, components, border }: EuiThemeComputed): CSSProperties =>
  ({
    '--sdText': colors.textParagraph,
    '--sdHeading': colors.textHeading,
    '--sdSubdued': colors.textSubdued,
    '--sdPrimary': colors.primary,
    '--sdPlain': colors.backgroundBasePlain,
    '--sdLine': border.thin,
    '--sdHover': components.tableRowBackgroundHover,
    '--sdSelected': components.tableRowBackgroundSelected,
    '--sdSelectedHover': components.tableRowBackgroundSelectedHover,
  }) as CSSProperties;

/** Rows are as high as a button, so that all have the same height; two lines fit as well. */
const CSS = `
.sdTable__scroll { overflow-inline: auto; overscroll-behavior-inline: none; }
.sdTable { inline-size: 100%; border-collapse: collapse; font-size: 1rem; line-height: 20px;
  font-feature-settings: 'calt', 'kern', 'liga', 'tnum'; color: var(--sdText); }
.sdTable :is(th, td) { padding: 6px 8px; text-align: start; vertical-align: middle;
  font-weight: 400; overflow-wrap: break-word; }
.sdTable thead th { font-size: 0.857rem; line-height: 16px; font-weight: 500; padding-block: 8px;
  color: var(--sdHeading); }
.sdTable tbody > tr { block-size: 42px; }
.sdTable tbody :is(th, td) { border-block: var(--sdLine); }
.sdTable tbody > tr:hover { background-color: var(--sdHover); }
.sdTable tbody > tr.sdTable__selected { background-color: var(--sdSelected); }
.sdTable tbody > tr.sdTable__selected:hover { background-color: var(--sdSelectedHover); }
.sdTable .sdTable__check { inline-size: 32px; line-height: 1; }
.sdTable .sdTable__end { inline-size: 48px; text-align: end; line-height: 1; }
.sdTable .sdTable__empty { text-align: center; }
.sdTable--compressed { font-size: 0.857rem; line-height: 16px; }
.sdTable--compressed :is(th, td) { padding-block: 2px; }
.sdTable--compressed tbody > tr { block-size: 28px; }
.sdTable__sort { display: inline-flex; align-items: center; gap: 4px; min-block-size: 24px;
  margin-block: -4px; font: inherit; color: inherit; text-align: start; }
.sdTable__sort:is(:hover, :focus) { text-decoration: underline; }
.sdTable__checkbox { display: block; inline-size: 16px; block-size: 16px; margin: 0;
  accent-color: var(--sdPrimary); cursor: pointer; }
.sdTable__checkbox:disabled { cursor: not-allowed; }
.sdTable[aria-busy='true'] tbody { position: relative; overflow: hidden; }
.sdTable[aria-busy='true'] tbody::before { content: ''; position: absolute; inline-size: 40%;
  block-size: 2px; background-color: var(--sdPrimary);
  animation: sdTableLoading 1s linear infinite; }
@keyframes sdTableLoading { from { inset-inline-start: -40%; } to { inset-inline-start: 100%; } }
@media (prefers-reduced-motion: reduce) {
  .sdTable[aria-busy='true'] tbody::before { animation: none; inline-size: 100%; }
}
.sdTable__pages { padding-block: 8px 4px; }
.sdTable__narrow { display: flex; justify-content: space-between; align-items: center;
  min-block-size: 40px; padding-block: 8px; }
.sdTable__narrow .sdTable__checkbox { inline-size: 24px; block-size: 24px; }
.sdTable__narrow label { display: flex; align-items: center; gap: 8px; cursor: pointer; }

.sdTable :is(a, .sdTextButton):not([class*='eui']) { font-weight: 450; }
.sdTextButton { font: inherit; text-align: start; min-inline-size: 24px; }
.sdTextButton, .sdTable a:not([class*='eui']) { color: inherit; overflow-wrap: anywhere;
  text-decoration: underline dotted; text-decoration-thickness: from-font; }
:is(.sdTextButton, .sdTable a:not([class*='eui'])):is(:hover, :focus) {
  text-decoration: underline solid; }
.sdIcon { display: inline-block; inline-size: 1em; block-size: 1em; vertical-align: -0.125em;
  fill: none; stroke: currentColor; stroke-width: 1.3; stroke-linejoin: round;
  stroke-linecap: round; }
.sdIcon--filled { fill: currentColor; fill-rule: evenodd; stroke: none; }
.sdTable__menu { inline-size: 24px; block-size: 24px; border-radius: 4px; font-size: 16px;
  line-height: 1; }
.sdTable__menu .sdIcon { stroke-width: 2.5; }
.sdTable__menu:hover { background-color: var(--sdHover); }
.sdTable__line { display: flex; flex-wrap: wrap; align-items: center; column-gap: 8px; }
.sdTable__name { min-inline-size: 0; overflow-wrap: anywhere; }
.sdTable__label { font-size: 0.857rem; white-space: nowrap; }
.sdTable__label .sdIcon { margin-inline-end: 4px; }
.sdTable__second { font-size: 0.857rem; line-height: 16px; color: var(--sdSubdued); }
.sdTable__clip { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 1;
  overflow: hidden; overflow-wrap: anywhere; }
/* Room for five filters beside the search box in a window of 1280 px. */
.sdFilters .euiFilterButton { padding-inline: 6px; }
.sdFilters .euiFilterButton__text { padding-inline: 0; }

@media (max-width: 767.98px) {
  .sdTable thead { display: none; }
  .sdTable, .sdTable tbody { display: block; }
  .sdTable tbody > tr { position: relative; display: flex; flex-wrap: wrap; block-size: auto;
    padding: 8px; margin-block-end: 8px; border-radius: 8px; border: var(--sdLine);
    background-color: var(--sdPlain); }
  .sdTable tbody > tr:has(> .sdTable__check) { padding-inline-start: 36px; }
  .sdTable tbody :is(th, td) { border: 0; min-inline-size: 50%; flex-grow: 1; }
  .sdTable tbody td:empty { display: none; }
  .sdTable tbody > tr > .sdTable__title { inline-size: 100%; padding-inline-end: 36px; }
  .sdTable tbody > tr > .sdTable__check { position: absolute; inset: 10px auto auto 4px;
    min-inline-size: 0; }
  .sdTable tbody > tr > .sdTable__end { position: absolute; inset: 8px 8px auto auto;
    min-inline-size: 0; inline-size: auto; }
  .sdTable tbody > tr > .sdTable__wide { inline-size: 100%; }
  .sdTable [data-label]::before { content: attr(data-label); display: block;
    font-size: 0.786rem; line-height: 16px; color: var(--sdSubdued); }
}
`;
