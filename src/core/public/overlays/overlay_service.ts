/** Banners, flyouts, modals and confirm dialogs. */
import type { I18nStart } from '../i18n/types';
import type { ThemeStart } from '../theme/types';
import type { IUiSettingsClient } from '../ui_settings/types';
import { OverlayBannersService } from './banners_service';
import { OverlaySlot, type RenderOverlay } from './overlay_slot';
import type { OverlayModalConfirmOptions, OverlayStart } from './types';

export interface OverlayServiceStartDeps {
  readonly i18n: I18nStart;
  readonly targetDomElement: HTMLElement;
  readonly uiSettings: Pick<IUiSettingsClient, 'get' | 'getUpdate$'>;
  readonly theme?: ThemeStart;
}

const loadRenderer = async (): Promise<RenderOverlay> =>
  (await import('./ui/render_overlay')).renderOverlay;

export class OverlayService {
  private readonly bannersService = new OverlayBannersService();
  private slots: OverlaySlot[] = [];

  start({ targetDomElement, uiSettings }: OverlayServiceStartDeps): OverlayStart {
    const flyouts = new OverlaySlot(targetDomElement, loadRenderer);
    const modals = new OverlaySlot(targetDomElement, loadRenderer);
    this.slots = [flyouts, modals];
    return {
      banners: this.bannersService.start({ uiSettings }),
      openFlyout: (mount, options = {}) => flyouts.open({ kind: 'flyout', mount, options }),
      openModal: (mount, options = {}) => modals.open({ kind: 'modal', mount, options }),
      openConfirm: (message, options = {}) => openConfirm(modals, message, options),
    };
  }

  stop(): void {
    this.slots.forEach((slot) => slot.closeActive());
    this.bannersService.stop();
  }
}

/** True on confirm; false on cancel, on close, and if another modal replaces this one. */
async function openConfirm(
  modals: OverlaySlot,
  message: Parameters<OverlayStart['openConfirm']>[0],
  options: OverlayModalConfirmOptions
): Promise<boolean> {
  let isConfirmed = false;
  const ref = modals.open(
    {
      kind: 'confirm',
      message,
      options,
      onConfirm: () => {
        isConfirmed = true;
      },
    },
    () => {
      // If the dialog's code cannot be loaded, the browser's own dialog is used, so that a broken
      // network does not lose unsaved work.
      if (typeof message === 'string') isConfirmed = window.confirm(message);
    }
  );
  await ref.onClose;
  return isConfirmed;
}
