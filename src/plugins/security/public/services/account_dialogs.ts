/**
 * Account dialogs opened by the menu, the palette and the shortcuts; implemented in `apps/account`.
 */

export interface AccountDialogs {
  openTenantSwitcher(): void;
  openRoleInfo(): void;
  openPasswordReset(): void;
  openSessions(): void;
  openFactors(): void;
  openApiKeys(): void;
  /** Command palette: opens pages, roles, users, tenants and these dialogs by name. */
  openPalette(): void;
  /** List of keyboard shortcuts. */
  openShortcuts(): void;
  openPreferences(): void;
}
