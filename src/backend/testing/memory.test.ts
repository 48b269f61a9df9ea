import type { NewSession } from '../contract/sessions';
import { MemorySessionStore } from './memory_sessions';
import { describeSessionStore } from './session_store_contract';

describeSessionStore('in memory', async () => {
  const sessions = new Map<string, NewSession>();
  return { open: async () => new MemorySessionStore(sessions), dispose: async () => undefined };
});
