/** A real database for tests of plugins, which in production get theirs from `core.storage`. */
export { openDatabase, type Database } from '../../src/backend/embedded/storage';
