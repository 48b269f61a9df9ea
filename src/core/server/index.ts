/** The server's only public entry point: contracts, and the few values plugins need. */
export type {
  CoreSetup,
  CoreStart,
  NoPluginDeps,
  Plugin,
  PluginInitializer,
  PluginInitializerContext,
  PluginModule,
} from './plugins/types';
export { addressKey } from './http/request/client_address';
export { RateLimiter, type RateLimiterOptions } from './http/rate_limiter';
export type { PluginConfigDescriptor } from './config/types';
export type { Logger, LogMeta } from './logging/types';
export type {
  AuthHandler,
  AuthOutcome,
  EntryPointRequest,
  ErrorAnswerOptions,
  HttpServiceSetup,
  JsonBudget,
  RouteRequest,
  RequestAuth,
  ResponseFactory,
  RouteAccess,
  RouteConfig,
  RouteHandler,
  RouteResponse,
  Router,
  SetCookie,
} from './http/contract/types';
export type { EngineServiceSetup, PrivilegedBackend, ScopedEngineClient } from './backend/types';
export type {
  AuditPage,
  AuditQuery,
  AuthenticationResult,
  AuthInfo,
  BackendFeatures,
  BackendStatus,
  CertificateCaller,
  CertificateFacts,
  EngineAnswer,
  EngineHistory,
  EngineRequest,
  EngineResponse,
  FeatureName,
  FindQuery,
  FindResult,
  FoundEntity,
  HistoryChange,
  HistoryChangeDetails,
  HistoryQuery,
  HistoryType,
  HttpMethod,
  Identity,
  InternalOperations,
  PageCaller,
  Principal,
  ProvidedIdentity,
  RequestCaller,
  ResourceType,
  RevertOptions,
  SignIn,
  SignInInput,
  SignInMethod,
  SignInQuestion,
  SignInRequest,
  SignInSite,
  SignInStep,
  FormAnswer,
  ProviderSignOut,
  TlsLine,
} from '../../backend/contract';
export type {
  SavedObjectsClientContract,
  SavedObjectsFindOptions,
  SavedObjectsFindResult,
  SavedObjectsScope,
  SavedObjectsServiceSetup,
  SavedObjectsServiceStart,
  SavedObjectsType,
} from './saved_objects/types';
export type {
  UiSettingsParams,
  UiSettingsServiceSetup,
  UiSettingsServiceStart,
} from './ui_settings/types';
export type { CapabilitiesServiceSetup, CapabilitiesSwitcher } from './capabilities/types';
export type { FirstValues, FirstValuesProvider, PagesServiceSetup } from './pages/first_values';
export type { ServiceStatus, ServiceStatusLevel, StatusServiceSetup } from './status/types';
export type {
  ListedSession,
  NewSession,
  SessionHead,
  SessionOrigin,
  SessionPage,
  SessionPageQuery,
  SessionStore,
  SessionUse,
  StoredSession,
} from '../../backend/contract';
export { isUnwritable } from '../../backend/contract';
