/** Entry point of the browser core for plugins. */
export type { MountPoint, UnmountCallback } from './types';
export { AppStatus, AppNavLinkStatus, AppLeaveActionType } from './application/types';
export type {
  App,
  AppLeaveAction,
  AppLeaveActionFactory,
  AppLeaveHandler,
  AppMount,
  AppMountDeprecated,
  AppMountParameters,
  AppUnmount,
  AppUpdatableFields,
  AppUpdater,
  ApplicationSetup,
  ApplicationStart,
  NavigateToAppOptions,
  PublicAppInfo,
  ScopedHistoryContract,
} from './application/types';
export type {
  ChromeBadge,
  ChromeBrand,
  ChromeBreadcrumb,
  ChromeDocTitle,
  ChromeHelpExtension,
  ChromeHelpExtensionLink,
  ChromeNavControl,
  ChromeNavControls,
  ChromeNavLink,
  ChromeNavLinks,
  ChromeRecentlyAccessed,
  ChromeRecentlyAccessedItem,
  ChromeStart,
} from './chrome/types';
export type {
  ContextContainer,
  ContextHandler,
  ContextProvider,
  ContextSetup,
} from './context/types';
export type { DocLinksStart } from './doc_links/types';
export type { FatalErrorInfo, FatalErrorsSetup, FatalErrorsStart } from './fatal_errors/types';
export type {
  HttpFetchOptions,
  HttpFetchOptionsWithPath,
  HttpFetchQuery,
  HttpHandler,
  HttpInterceptor,
  HttpResponse,
  HttpSetup,
  HttpStart,
  IAnonymousPaths,
  IBasePath,
  IHttpFetchError,
  IHttpInterceptController,
} from './http/types';
export type { CallOptions } from './http';
export type { I18nStart, TranslateOptions } from './i18n/types';
export type {
  ErrorToastOptions,
  IToasts,
  NotificationsSetup,
  NotificationsStart,
  Toast,
  ToastInput,
  ToastInputFields,
  ToastOptions,
} from './notifications/types';
export type {
  OverlayBanner,
  OverlayBannersStart,
  OverlayFlyoutOpenOptions,
  OverlayModalConfirmOptions,
  OverlayModalOpenOptions,
  OverlayRef,
  OverlayStart,
} from './overlays/types';
export type {
  CoreSetup,
  CoreStart,
  NoPluginDeps,
  Plugin,
  PluginInitializer,
  PluginInitializerContext,
  StartServicesAccessor,
} from './plugins/types';
export type {
  SavedObjectsBatchResponse,
  SavedObjectsClientContract,
  SavedObjectsCreateOptions,
  SavedObjectsFindOptions,
  SavedObjectsFindResponse,
  SavedObjectsStart,
  SimpleSavedObjectContract,
} from './saved_objects/types';
export type { CoreTheme, ThemeSetup, ThemeStart } from './theme/types';
export type { IUiSettingsClient, UiSettingsState, UiSettingsUpdate } from './ui_settings/types';
export { insertStyle } from './csp_nonce';
export { FormattedMessage, i18n, t } from './i18n';
export {
  getErrorCode,
  errorText,
  HttpFetchError,
  isAbortError,
  isUnanswered,
  getRetryAfterSeconds,
  send,
  sendForResponse,
  getServerMessage,
  textOfCode,
  getErrorStatus,
} from './http';
export { Markdown } from './overlays';
export { ScopedHistory } from './application';
export { CoreContext, useCoreTheme, useLogoUrl } from './theme';
export { mountReactNode, renderApp } from './theme/render_app';
export {
  browserLog,
  dropSavedDraft,
  isPlainLeftClick,
  saveDrafts,
  saveDraftsOnLeave,
  type SavedDraft,
  onSaveDrafts,
  parseQueryParams,
  type QueryParams,
  stringifyQueryParams,
  takeSavedDraft,
  useObservable,
} from './utils';
export type {
  AppCategory,
  Capabilities,
  Message,
  PublicUiSettingsParams,
  SavedObject,
  SavedObjectError,
  SavedObjectReference,
  UiSettingsType,
  UserProvidedSetting,
} from '../common';
export { DEFAULT_APP_CATEGORIES, GUIDES_APP_ID, URL_MAX_LENGTH } from '../common';
