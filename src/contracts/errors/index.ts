/** Errors of core and of the engine; plugins define their own in `common`. */
export * from './backend';
export * from './define';
export * from './engine';
export * from './saved_objects';
export * from './server';
export * from './settings';
export * from './statuses';
export * from './transfers';
export * from './validation';
