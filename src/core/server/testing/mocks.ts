/** Entry point of the server's mocks for plugin tests: `@sd/core/server/mocks`. */
export { coreMock, type MockedLogger, type RegisteredRoute } from '../mocks';
export {
  createTemporarySavedObjects,
  savedObjectsServiceMock,
  type TemporarySavedObjects,
} from '../saved_objects/mocks';
export { uiSettingsServiceMock } from '../ui_settings/mocks';
export { startHttp, stopHttp, type Response, type StartedHttp } from '../http/mocks';
