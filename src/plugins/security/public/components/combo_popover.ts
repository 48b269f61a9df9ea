/**
 * The list under a combo box. The design system makes it a nameless modal dialog, although the focus stays in the
 * field and the list itself has a role and a name; it is plain markup here.
 */
export const COMBO_POPOVER = {
  panelProps: { role: undefined, 'aria-modal': undefined, tabIndex: -1 },
} as const;
