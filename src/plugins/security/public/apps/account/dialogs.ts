/** Opens the account dialogs. Their code loads with the first one. */
import { errorText, type OverlayRef, t } from '@sd/core/public';
import type { AccountDialogs } from '../../services/account_dialogs';
import type { ScreenDeps } from '../../services/screen_deps';
import type { CloseGuard } from './once_shown';

/** Width of dialogs with a table, in pixels. */
const WIDE_PX = 800;
const PALETTE_WIDTH = 640;

type Content = typeof import('./dialog_content');
type PaletteContent = typeof import('../palette/palette_content');

export function createAccountDialogs(deps: ScreenDeps): AccountDialogs {
  const { overlays, notifications } = deps.core;

  const openFrom = <C>(
    load: () => Promise<C>,
    testSubject: string,
    mount: (
      content: C,
      close: () => void,
      guard: CloseGuard
    ) => Parameters<typeof overlays.openModal>[0],
    maxWidth = 520,
    onEnd?: () => void
  ) => {
    load().then(
      (content) => {
        // The dialog needs the reference that opening it returns.
        const opened: { ref?: OverlayRef } = {};
        const close = () => void opened.ref?.close();
        const guard: CloseGuard = { mayClose: () => true };
        opened.ref = overlays.openModal(mount(content, close, guard), {
          'data-test-subj': testSubject,
          maxWidth,
          mayClose: () => guard.mayClose(),
        });
        if (onEnd) void opened.ref.onClose.then(onEnd);
      },
      (error: unknown) => {
        onEnd?.();
        notifications.toasts.addDanger({
          title: t('security.account.dialogFailed', "Couldn't open the dialog."),
          text: errorText(error),
        });
      }
    );
  };

  const open = (
    testSubject: string,
    mount: (
      content: Content,
      close: () => void,
      guard: CloseGuard
    ) => Parameters<typeof overlays.openModal>[0],
    maxWidth?: number
  ) => openFrom(() => import('./dialog_content'), testSubject, mount, maxWidth);
  const loadPalette = (): Promise<PaletteContent> => import('../palette/palette_content');

  let isOpening = false;
  const dialogs: AccountDialogs = {
    openPalette: () => {
      // Pressed again while it loads.
      if (isOpening) return;
      isOpening = true;
      const typed = keepTyped();
      openFrom(
        loadPalette,
        'command-palette',
        ({ paletteMount }, close) => paletteMount(deps, dialogs, typed, close),
        PALETTE_WIDTH,
        () => {
          isOpening = false;
          typed();
        }
      );
    },
    openShortcuts: () =>
      openFrom(loadPalette, 'shortcuts-modal', ({ shortcutsMount }) => shortcutsMount(deps)),
    openTenantSwitcher: () =>
      open('tenant-switch-modal', ({ tenantSwitchMount }, close) => tenantSwitchMount(deps, close)),
    openRoleInfo: () => open('role-info-modal', ({ roleInfoMount }) => roleInfoMount(deps)),
    openPasswordReset: () =>
      open('reset-password-modal', ({ passwordResetMount }, close) =>
        passwordResetMount(deps, close)
      ),
    openFactors: () =>
      open('factors-modal', ({ factorsMount }, _close, guard) => factorsMount(deps, guard)),
    openApiKeys: () =>
      open(
        'api-keys-modal',
        ({ apiKeysMount }, _close, guard) => apiKeysMount(deps, guard),
        WIDE_PX
      ),
    openPreferences: () =>
      open('preferences-modal', ({ preferencesMount }, close) => preferencesMount(deps, close)),
    openSessions: () => open('sessions-modal', ({ sessionsMount }) => sessionsMount(deps), WIDE_PX),
  };
  return dialogs;
}

/**
 * Keeps what is typed while the palette loads, instead of running shortcuts of the page.
 * @returns the text so far; ends the keeping
 */
function keepTyped(): () => string {
  let text = '';
  const keep = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    const isInField = target instanceof Element && target.closest('input, textarea, select');
    if (ctrlKey || metaKey || altKey || isInField) return;
    if (key === 'Backspace') text = text.slice(0, -1);
    else if (key.length === 1) text += key;
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  window.addEventListener('keydown', keep, true);
  return () => {
    window.removeEventListener('keydown', keep, true);
    return text;
  };
}
