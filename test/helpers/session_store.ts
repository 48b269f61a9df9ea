/** A real store of sessions for tests of plugins, and its database. */
export { openDatabase, type Database } from '../../src/backend/embedded/storage';
export { EmbeddedSessionStore, SESSION_MIGRATIONS } from '../../src/backend/embedded';
