/**
 * Props of a combo box's list: they give it the field's name and keep the rest of the page visible
 * to screen readers. The design system renders it as a modal dialog without a name.
 */
export const comboPopover = (label: string) => ({
  'aria-label': label,
  panelProps: { 'aria-modal': undefined, tabIndex: -1 },
});
