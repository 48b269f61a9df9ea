export { NotificationsService } from './notifications_service';
export { ToastsApi } from './toasts_api';
export type {
  ErrorToastOptions,
  IToasts,
  NotificationsSetup,
  NotificationsStart,
  Toast,
  ToastInput,
  ToastInputFields,
  ToastOptions,
} from './types';
