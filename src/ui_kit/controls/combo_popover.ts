/**
 * The list under a combo box. The design system makes it a nameless modal dialog, but the focus
 * stays in the field: it gets the field's name, and hides nothing from screen readers.
 */
export const comboPopover = (label: string) => ({
  'aria-label': label,
  panelProps: { 'aria-modal': undefined, tabIndex: -1 },
});
