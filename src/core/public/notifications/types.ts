import type { Observable } from 'rxjs';
import type { MountPoint } from '../types';

export interface ToastInputFields {
  readonly id?: string;
  readonly title?: string | MountPoint;
  readonly text?: string | MountPoint;
  readonly color?: 'primary' | 'success' | 'warning' | 'danger';
  readonly iconType?: string;
  readonly toastLifeTimeMs?: number;
  readonly 'data-test-subj'?: string;
}
export type ToastInput = string | ToastInputFields;
export type Toast = ToastInputFields & { readonly id: string };
export interface ToastOptions {
  readonly toastLifeTimeMs?: number;
}
export interface ErrorToastOptions extends ToastOptions {
  readonly title: string;
  readonly toastMessage?: string;
}
export interface IToasts {
  get$(): Observable<Toast[]>;
  add(input: ToastInput): Toast;
  remove(toastOrId: Toast | string): void;
  addInfo(input: ToastInput, options?: ToastOptions): Toast;
  addSuccess(input: ToastInput, options?: ToastOptions): Toast;
  addWarning(input: ToastInput, options?: ToastOptions): Toast;
  addDanger(input: ToastInput, options?: ToastOptions): Toast;
  addError(error: Error, options: ErrorToastOptions): Toast;
}
export interface NotificationsSetup {
  readonly toasts: IToasts;
}
export type NotificationsStart = NotificationsSetup;
