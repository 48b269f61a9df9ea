/**
 * The list of toasts and the ways to add to it. Sources: specification section 9 (lifetimes,
 * colours) and section 8 (error toasts); docs/reference/core.md#toasts. Icon names are those of the
 * design system in use, for the same pictures as in the lineage.
 */
import { BehaviorSubject, type Observable } from 'rxjs';
import type { OverlayStart } from '../overlays/types';
import type { IUiSettingsClient } from '../ui_settings/types';
import { browserLog } from '../utils/browser_log';
import { mountErrorToastText } from './error_toast_text';
import type {
  ErrorToastOptions,
  IToasts,
  Toast,
  ToastInput,
  ToastInputFields,
  ToastOptions,
} from './types';

type LifetimeKind = 'info' | 'warning' | 'error';

/** The declared defaults, docs/reference/core.md#toasts. */
const FALLBACK_LIFETIME_MS = { info: 5_000, warning: 10_000, error: 300_000 } as const;

/** What opens the full error; there from the start of the service on. */
export interface ToastsApiStartDeps {
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
    const fields = fieldsOf(input);
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

  /** Lives as long as a warning: only `addError` uses the error lifetime. */
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
      ...fieldsOf(input),
      ...options,
    });
  }

  /**
   * Without a usable setting a toast would vanish unread, or its addition fail: it mostly says that
   * something failed.
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

const fieldsOf = (input: ToastInput): ToastInputFields =>
  typeof input === 'string' ? { title: input } : input;
