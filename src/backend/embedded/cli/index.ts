/** The door of the offline tool. */
export { runSecurityCli, type SecurityCliIo } from './main';
