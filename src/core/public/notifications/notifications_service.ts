/** Toasts, available at setup and start, and the list that shows them from start on. */
import { BehaviorSubject, first, type Observable, skip, type Subscription } from 'rxjs';
import type { MountPoint, UnmountCallback } from '../types';
import { mountLazily } from '../overlays/mount_lazily';
import type { ErrorToastTextParams } from './error_toast_params';
import type { OverlayStart } from '../overlays/types';
import type { IUiSettingsClient } from '../ui_settings/types';
import { browserLog } from '../utils/browser_log';
import type {
  ErrorToastOptions,
  IToasts,
  NotificationsSetup,
  NotificationsStart,
  Toast,
  ToastInput,
  ToastInputFields,
  ToastOptions,
} from './types';
import { i18n as translator } from '../i18n';
import type { I18nStart } from '../i18n/types';
import type { InjectedMetadataStart } from '../injected_metadata/types';
import type { ThemeStart } from '../theme/types';

/**
 * Content of an error toast: the message and a button that opens the full error. Shows only the
 * message if its code cannot be loaded, because errors are often caused by a broken network.
 */
const mountErrorToastText = (params: ErrorToastTextParams): MountPoint =>
  mountLazily(async () => {
    const { mountErrorToast } = await import('./ui/error_toast');
    return mountErrorToast(params);
  }, params.message);

type LifetimeKind = 'info' | 'warning' | 'error';

/** The settings' declared defaults, docs/reference/core.md#toasts. */
const FALLBACK_LIFETIME_MS = { info: 5_000, warning: 10_000, error: 300_000 } as const;

/** Opens the full error; available once the service has started. */
interface ToastsApiStartDeps {
  readonly openModal: OverlayStart['openModal'];
}

export class ToastsApi implements IToasts {
  private readonly toasts$ = new BehaviorSubject<Toast[]>([]);
  private idCounter = 0;
  private openModal?: OverlayStart['openModal'];

  constructor(private readonly uiSettings: Pick<IUiSettingsClient, 'get'>) {}

  /** @internal called once by the notifications service */
  start({ openModal }: ToastsApiStartDeps): void {
    this.openModal = openModal;
  }

  get$ = (): Observable<Toast[]> => this.toasts$.asObservable();

  add = (input: ToastInput): Toast => {
    const fields = listFields(input);
    const existing =
      fields.id === undefined ? undefined : this.toasts$.value.find(({ id }) => id === fields.id);
    if (existing) return existing;
    const toast: Toast = {
      toastLifeTimeMs: this.lifetimeMs('info'),
      ...fields,
      id: fields.id ?? String(this.idCounter++),
    };
    this.toasts$.next([...this.toasts$.value, toast]);
    return toast;
  };

  remove = (toastOrId: Toast | string): void => {
    const removedId = typeof toastOrId === 'string' ? toastOrId : toastOrId.id;
    const remaining = this.toasts$.value.filter(({ id }) => id !== removedId);
    if (remaining.length !== this.toasts$.value.length) this.toasts$.next(remaining);
  };

  addInfo = (input: ToastInput, options?: ToastOptions): Toast =>
    this.addWith({ color: 'primary', iconType: 'info' }, 'info', input, options);

  addSuccess = (input: ToastInput, options?: ToastOptions): Toast =>
    this.addWith({ color: 'success', iconType: 'check' }, 'info', input, options);

  addWarning = (input: ToastInput, options?: ToastOptions): Toast =>
    this.addWith({ color: 'warning', iconType: 'question' }, 'warning', input, options);

  /** Uses the lifetime of warnings: only `addError` uses the error lifetime. */
  addDanger = (input: ToastInput, options?: ToastOptions): Toast =>
    this.addWith({ color: 'danger', iconType: 'warning' }, 'warning', input, options);

  addError = (error: Error, { title, toastMessage, ...options }: ErrorToastOptions): Toast =>
    this.addWith(
      { color: 'danger', iconType: 'warning' },
      'error',
      {
        title,
        text: mountErrorToastText({
          error,
          title,
          message: toastMessage ?? error.message,
          openModal: (mount, modalOptions) => {
            if (!this.openModal) throw new Error('Modal opened before ToastService was started.');
            return this.openModal(mount, modalOptions);
          },
        }),
      },
      options
    );

  private addWith(
    defaults: Pick<ToastInputFields, 'color' | 'iconType'>,
    lifetime: LifetimeKind,
    input: ToastInput,
    options: ToastOptions = {}
  ): Toast {
    return this.add({
      ...defaults,
      toastLifeTimeMs: this.lifetimeMs(lifetime),
      ...listFields(input),
      ...options,
    });
  }

  /**
   * Uses a fallback if the setting is unusable: otherwise the toast would vanish immediately or
   * `add` would throw, and toasts usually report a failure.
   */
  private lifetimeMs(kind: LifetimeKind): number {
    try {
      const lifetimeMs = this.uiSettings.get<number>(`notifications:lifetime:${kind}`);
      if (lifetimeMs >= 0) return lifetimeMs;
    } catch (error) {
      browserLog.error(error);
    }
    return FALLBACK_LIFETIME_MS[kind];
  }
}

const listFields = (input: ToastInput): ToastInputFields =>
  typeof input === 'string' ? { title: input } : input;

interface NotificationsServiceSetupDeps {
  readonly uiSettings: Pick<IUiSettingsClient, 'get' | 'getUpdateErrors$'>;
}
interface NotificationsServiceStartDeps {
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

  /** @throws {Error} if `setup` has not run */
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
    // Removed together with the list's element, because React finishes its work in it slightly
    // later.
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
      // The next change retries the download.
      if (!this.isStopped) this.showListWithNextToast(toasts.get$().pipe(skip(1)));
    }
  }
}
