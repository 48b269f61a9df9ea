/** What both sides of the shell share: ids, shapes on the wire, pure rules. */
export * from './app_category';
export * from './capabilities';
export * from './constants';
export * from './injected_metadata';
export * from '../../contracts/limits';
export * from './message';
export * from './plugin_manifest';
export * from './saved_objects';
export * from './status';
export * from './ui_settings';
