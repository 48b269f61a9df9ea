import type { Observable } from 'rxjs';
import type { MountPoint } from '../types';

/** Content of a toast. */
export interface ToastInputFields {
  /** While a toast with this id is shown, adding another one changes nothing. Default: a new id. */
  readonly id?: string;
  /** In the user's language. */
  readonly title?: string | MountPoint;
  /** Shown below the title. */
  readonly text?: string | MountPoint;
  /** Default: depends on the method that adds the toast. */
  readonly color?: 'primary' | 'success' | 'warning' | 'danger';
  /** Icon of the design system. Default: depends on the method that adds the toast. */
  readonly iconType?: string;
  /** Milliseconds until the toast disappears. Default: the setting for its kind. */
  readonly toastLifeTimeMs?: number;
  /** Set on the toast element. */
  readonly 'data-test-subj'?: string;
}

/** Only a title, or all fields. */
export type ToastInput = string | ToastInputFields;

/** A toast that is currently shown. */
export type Toast = ToastInputFields & { readonly id: string };

/** Options for a toast of any kind. */
export interface ToastOptions {
  /** Milliseconds until the toast disappears. Default: the setting for its kind. */
  readonly toastLifeTimeMs?: number;
}

/** Options for an error toast. */
export interface ErrorToastOptions extends ToastOptions {
  /** Describes what failed, in the user's language. */
  readonly title: string;
  /** Replaces the error's own message. */
  readonly toastMessage?: string;
}

/** Short messages in a corner of the page. */
export interface IToasts {
  /** Replays the current toasts, oldest first. */
  get$(): Observable<Toast[]>;
  /** Shows a toast as given, with the lifetime of informational messages. */
  add(input: ToastInput): Toast;
  /** Removes a toast. An unknown one changes nothing. */
  remove(toastOrId: Toast | string): void;
  /** Shows an informational message; 5 seconds by default. */
  addInfo(input: ToastInput, options?: ToastOptions): Toast;
  /** Reports a success; 5 seconds by default. */
  addSuccess(input: ToastInput, options?: ToastOptions): Toast;
  /** Shows a warning; 10 seconds by default. */
  addWarning(input: ToastInput, options?: ToastOptions): Toast;
  /** Reports a failure; 10 seconds by default. */
  addDanger(input: ToastInput, options?: ToastOptions): Toast;
  /** Reports a failure, with a button that opens the full error; 5 minutes by default. */
  addError(error: Error, options: ErrorToastOptions): Toast;
}

/** Messages to the user. */
export interface NotificationsSetup {
  /** Short messages in a corner of the page. */
  readonly toasts: IToasts;
}

/** Contract at start; the same as at setup. */
export type NotificationsStart = NotificationsSetup;
