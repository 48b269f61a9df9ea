/**
 * Toasts at setup and start, and the list that shows them from start on.
 * Sources: specification sections 2.6, 8 and 9; core-services section 7.
 */
import { first, type Subscription } from 'rxjs';
import { i18n as translator } from '../i18n';
import type { I18nStart } from '../i18n/types';
import type { InjectedMetadataStart } from '../injected_metadata/types';
import type { OverlayStart } from '../overlays/types';
import type { ThemeStart } from '../theme/types';
import type { UnmountCallback } from '../types';
import type { IUiSettingsClient } from '../ui_settings/types';
import { ToastsApi } from './toasts_api';
import type { NotificationsSetup, NotificationsStart } from './types';

export interface NotificationsServiceSetupDeps {
  readonly uiSettings: Pick<IUiSettingsClient, 'get' | 'getUpdateErrors$'>;
}
export interface NotificationsServiceStartDeps {
  readonly i18n: I18nStart;
  readonly overlays: Pick<OverlayStart, 'openModal'>;
  readonly targetDomElement: HTMLElement;
  readonly theme?: ThemeStart;
  readonly injectedMetadata?: InjectedMetadataStart;
}

export class NotificationsService {
  private toasts?: ToastsApi;
  private subscriptions: Subscription[] = [];
  private unmountList?: UnmountCallback;
  private targetDomElement?: HTMLElement;
  private isStopped = false;

  setup({ uiSettings }: NotificationsServiceSetupDeps): NotificationsSetup {
    const toasts = new ToastsApi(uiSettings);
    this.toasts = toasts;
    this.subscriptions.push(
      uiSettings.getUpdateErrors$().subscribe((error) => {
        toasts.addDanger({
          title: translator.translate(
            'core.notifications.unableUpdateUISettingNotificationMessageTitle',
            {
              defaultMessage: 'Unable to update UI setting',
            }
          ),
          text: error.message,
        });
      })
    );
    return { toasts };
  }

  /** @throws {Error} when `setup` has not run */
  start({ overlays, targetDomElement }: NotificationsServiceStartDeps): NotificationsStart {
    const { toasts } = this;
    if (!toasts) throw new Error('NotificationsService#setup() must be invoked before start.');
    toasts.start({ openModal: overlays.openModal });
    this.targetDomElement = targetDomElement;
    this.showListWithNextToast(toasts, targetDomElement);
    return { toasts };
  }

  stop(): void {
    this.isStopped = true;
    this.subscriptions.forEach((subscription) => subscription.unsubscribe());
    this.unmountList?.();
    this.unmountList = undefined;
    if (this.targetDomElement) this.targetDomElement.textContent = '';
  }

  /**
   * Most pages never show a toast, so the list is downloaded with the first one.
   * @param shown - toasts that a failed download left unseen; the next one more tries again
   */
  private showListWithNextToast(toasts: ToastsApi, target: HTMLElement, shown = 0): void {
    const next$ = toasts.get$().pipe(first((list) => list.length > shown, []));
    this.subscriptions.push(
      next$.subscribe((list) => void this.showList(toasts, target, list.length))
    );
  }

  private async showList(toasts: ToastsApi, target: HTMLElement, shown: number): Promise<void> {
    try {
      const { mountGlobalToastList } = await import('./ui/global_toast_list');
      if (!this.isStopped) this.unmountList = mountGlobalToastList(toasts)(target);
    } catch (error) {
      console.error(error);
      if (!this.isStopped) this.showListWithNextToast(toasts, target, shown);
    }
  }
}
