export {
  assertEngineConfig,
  callerOf,
  EngineService,
  type EngineStarter,
  type FirstCredentials,
} from './engine_service';
export type { EngineServiceSetup, ScopedEngineClient } from './types';
