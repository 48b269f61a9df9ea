/**
 * Props of a combo box's list. The design system renders it as a modal dialog without a name, but
 * the focus stays in the field. These props give it the field's name and keep the rest of the page
 * visible to screen readers.
 */
export const comboPopover = (label: string) => ({
  'aria-label': label,
  panelProps: { 'aria-modal': undefined, tabIndex: -1 },
});
