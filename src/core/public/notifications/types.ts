import type { Observable } from 'rxjs';
import type { MountPoint } from '../types';

/** What a toast shows. */
export interface ToastInputFields {
  /**
   * Adding another one of the same id changes nothing while the first is shown; default: a new one.
   */
  readonly id?: string;
  /** In the user's language. */
  readonly title?: string | MountPoint;
  /** Below the title. */
  readonly text?: string | MountPoint;
  /** Default: that of the method that adds it. */
  readonly color?: 'primary' | 'success' | 'warning' | 'danger';
  /** Of the design system; default: that of the method that adds it. */
  readonly iconType?: string;
  /** Milliseconds until it goes by itself; default: the setting for its kind. */
  readonly toastLifeTimeMs?: number;
  /** On the toast. */
  readonly 'data-test-subj'?: string;
}

/** A title alone, or more. */
export type ToastInput = string | ToastInputFields;

/** A toast that is shown. */
export type Toast = ToastInputFields & { readonly id: string };

/** What the caller decides about a toast of any kind. */
export interface ToastOptions {
  /** Milliseconds until it goes by itself; default: the setting for its kind. */
  readonly toastLifeTimeMs?: number;
}

/** How an error is told. */
export interface ErrorToastOptions extends ToastOptions {
  /** What has failed, in the user's language. */
  readonly title: string;
  /** Instead of the error's own message. */
  readonly toastMessage?: string;
}

/** Short messages in a corner of the page. */
export interface IToasts {
  /** Replays those that are shown, the oldest first. */
  get$(): Observable<Toast[]>;
  /** Shows one as it is given, as long as an information. */
  add(input: ToastInput): Toast;
  /** Takes one away; an unknown one changes nothing. */
  remove(toastOrId: Toast | string): void;
  /** Says something; 5 seconds by default. */
  addInfo(input: ToastInput, options?: ToastOptions): Toast;
  /** Says that something is done; 5 seconds by default. */
  addSuccess(input: ToastInput, options?: ToastOptions): Toast;
  /** Says that something needs attention; 10 seconds by default. */
  addWarning(input: ToastInput, options?: ToastOptions): Toast;
  /** Says that something has failed; 10 seconds by default. */
  addDanger(input: ToastInput, options?: ToastOptions): Toast;
  /** Says that something has failed, with a button for the full error; 5 minutes by default. */
  addError(error: Error, options: ErrorToastOptions): Toast;
}

/** Messages to people. */
export interface NotificationsSetup {
  /** Short ones, in a corner of the page. */
  readonly toasts: IToasts;
}

/** The same, at start. */
export type NotificationsStart = NotificationsSetup;
