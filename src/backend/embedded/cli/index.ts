/** The door of the offline tool. */
export { runSecurityCli } from './main';
