import type { Preferences } from '../api/preferences';
import { describeHistoryStore, describeNewestChanges } from './history_store_contract';
import { MemoryHistoryStore } from './memory_history';
import { MemoryPreferenceStore } from './memory_preferences';
import { MemorySessionStore, type StoredSession } from './memory_sessions';
import { describePreferenceStore } from './preference_store_contract';
import { describeSessionStore } from './session_store_contract';

describeSessionStore('in memory', async () => {
  const sessions = new Map<string, StoredSession>();
  return { open: async () => new MemorySessionStore(sessions), dispose: async () => undefined };
});

describePreferenceStore('in memory', async () => {
  const users = new Map<string, Preferences>();
  return { open: async () => new MemoryPreferenceStore(users), dispose: async () => undefined };
});

const startHistory = async () => {
  let nowMs = 0;
  return {
    store: new MemoryHistoryStore(() => nowMs),
    setTime: (atMs: number) => (nowMs = atMs),
    dispose: async () => undefined,
  };
};
describeHistoryStore('in memory', startHistory);
describeNewestChanges('in memory', startHistory);
