/**
 * Toasts at setup and start, and the list that shows them from start on.
 * Sources: specification sections 2.6, 8 and 9; docs/reference/core.md#toasts.
 */
import { first, type Observable, skip, type Subscription } from 'rxjs';
import { i18n as translator } from '../i18n';
import type { I18nStart } from '../i18n/types';
import type { InjectedMetadataStart } from '../injected_metadata/types';
import type { OverlayStart } from '../overlays/types';
import type { ThemeStart } from '../theme/types';
import type { UnmountCallback } from '../types';
import type { IUiSettingsClient } from '../ui_settings/types';
import { ToastsApi } from './toasts_api';
import type { NotificationsSetup, NotificationsStart, Toast } from './types';
import { browserLog } from '../utils/browser_log';

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
    this.showListWithNextToast(toasts.get$());
    return { toasts };
  }

  stop(): void {
    this.isStopped = true;
    this.subscriptions.forEach((subscription) => subscription.unsubscribe());
    this.unmountList?.();
    // With the element of the list: React finishes its own work in it a moment later.
    this.targetDomElement?.replaceChildren();
  }

  /** Most pages never show a toast, so the list is downloaded with the first one. */
  private showListWithNextToast(changes$: Observable<readonly Toast[]>): void {
    const next$ = changes$.pipe(first((list) => list.length > 0, []));
    this.subscriptions.push(next$.subscribe(() => void this.showList()));
  }

  private async showList(): Promise<void> {
    const { toasts, targetDomElement } = this;
    if (!toasts || !targetDomElement) return;
    try {
      const { mountGlobalToastList } = await import('./ui/global_toast_list');
      if (this.isStopped) return;
      const element = targetDomElement.appendChild(document.createElement('div'));
      this.unmountList = mountGlobalToastList(toasts)(element);
    } catch (error) {
      browserLog.error(error);
      // The next change tries the download again.
      if (!this.isStopped) this.showListWithNextToast(toasts.get$().pipe(skip(1)));
    }
  }
}
