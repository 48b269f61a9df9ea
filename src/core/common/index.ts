/** What the browser and server parts of core share: ids, wire formats and pure functions. */
export * from './app_category';
export * from './calls';
export * from './constants';
export * from './injected_metadata';
export type {
  SavedObject,
  SavedObjectError,
  SavedObjectReference,
} from '../../contracts/api/saved_objects';
export type {
  Capabilities,
  Guide,
  GuideList,
  UserProvidedSetting,
} from '../../contracts/api/server';
export * from '../../contracts/limits';
export * from './message';
export * from './plugin_manifest';
export * from './status';
export * from './ui_settings';
