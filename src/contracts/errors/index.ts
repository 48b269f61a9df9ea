/** Errors of core and of the engine; plugins define their own in `common`. */
export * from './define';
export * from './engine';
export * from './saved_objects';
export * from './server';
export * from './validation';
