export { assertEngineConfig, EngineService, type FirstCredentials } from './engine_service';
