/** The entry point of the offline tool. */
export { runSecurityCli } from './main';
