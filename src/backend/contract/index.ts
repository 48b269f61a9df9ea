/** What the rest of the server knows of whatever holds the security configuration and decides. */
export type * from './engine';
export type * from './sessions';
export { isUnwritable, refusalOf } from './backend_error';
