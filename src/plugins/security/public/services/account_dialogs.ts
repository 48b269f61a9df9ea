/** The account's dialogs, for the menu, the palette and the shortcuts; `apps/account` has them. */

export interface AccountDialogs {
  openTenantSwitcher(): void;
  openRoleInfo(): void;
  openPasswordReset(): void;
  openSessions(): void;
  openFactors(): void;
  openApiKeys(): void;
  /** A name leads to a page, role, user or tenant, or to one of these dialogs. */
  openPalette(): void;
  /** The list of shortcuts. */
  openShortcuts(): void;
  openPreferences(): void;
}
