import { describeHistoryStore } from './history_store_contract';
import { MemoryHistoryStore } from './memory_history';
import { MemorySessionStore, type KeptSession } from './memory_sessions';
import { describeSessionStore } from './session_store_contract';

describeSessionStore('in memory', async () => {
  const sessions = new Map<string, KeptSession>();
  return { open: async () => new MemorySessionStore(sessions), dispose: async () => undefined };
});

describeHistoryStore('in memory', async () => {
  let nowMs = 0;
  return {
    store: new MemoryHistoryStore(() => nowMs),
    setTime: (atMs) => (nowMs = atMs),
    dispose: async () => undefined,
  };
});
