/** What the rest of the server knows of whatever holds the security configuration and decides. */
export type * from './engine';
export type { EngineLog } from './log';
