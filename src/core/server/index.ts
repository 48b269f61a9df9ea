/** The server's only public entry point: contracts, and the few values that plugins need. */
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
export { inTime, SlowClusterError } from './backend/in_time';
export { timeSlices } from './time_slices';
export { RateLimiter, type RateLimiterOptions } from './http/rate_limiter';
export type { PreventedLockout } from './backend/prevented_lockouts';
export type { PluginConfigDescriptor } from './config/types';
export { unreadableFileProblems } from './config/unreadable_files';
export type { Logger, LogMeta } from './logging/types';
export type {
  AuthHandler,
  AuthOutcome,
  CallHandler,
  CallInput,
  CallResponder,
  CallRouter,
  EntryPointRequest,
  ErrorResponseOptions,
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
} from './http/types';
export type {
  AddedMetric,
  ClusterConnection,
  ClusterProvider,
  EngineServiceSetup,
  MetricSample,
  PrivilegedBackend,
  RequestClusters,
  ScopedEngineClient,
  StoredConnection,
} from './backend/types';
export type {
  AuditPage,
  AuditQuery,
  AuthenticationResult,
  AuthInfo,
  AdministratorChange,
  AdministratorChanges,
  BackendFeatures,
  BackendStatus,
  CertificateCaller,
  CertificateFacts,
  ConnectionCheck,
  ConnectionFault,
  ConnectionSettings,
  CheckedFindings,
  ConfigurationFileProblem,
  ConfigurationFiles,
  ConfigurationSnapshot,
  DocumentStore,
  EngineResult,
  EngineHistory,
  EngineRequest,
  EngineResponse,
  FeatureName,
  FindQuery,
  FindingsOptions,
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
  ParsedConfigurationFile,
  Principal,
  ProvidedIdentity,
  RequestCaller,
  ResourceType,
  RevertOptions,
  Login,
  LoginInput,
  LoginMethod,
  LoginChallenge,
  AuthenticationRequest,
  RelyingParty,
  LoginStep,
  FormResult,
  ProviderLogout,
  TlsConnection,
} from '../../backend/api';
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
export type {
  CapabilitiesServiceSetup,
  CapabilitiesSwitcher,
} from './capabilities/capabilities_service';
export type {
  PagePreload,
  PagePreloadProvider,
  PagesServiceSetup,
} from './page_preload/page_preload';
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
} from '../../backend/api';
export {
  allowedHostProblems,
  AllowedHosts,
  changeDocument,
  changeMember,
  FORBIDDEN_ADDRESS,
  guardedLookup,
  isConfidential,
  isHost,
  isUnwritable,
  matchesWildcard,
  PERMISSION_NAMES,
  PRIVATE_RANGES,
  readUsedCertificates,
  replaceFile,
  writePrivateFile,
  type UsedCertificate,
} from '../../backend/api';
export { SyslogConnection, type SyslogTarget } from './audit_outputs/syslog_connection';
export { SYSLOG_PORTS, syslogLine, type SyslogHeader } from './audit_outputs/syslog_message';
