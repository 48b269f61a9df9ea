/**
 * What a request may name, repeat, nest or store: every limit of the product stands here, by
 * subject, and nowhere else. Whoever enforces one imports it; `docs/security.md` shows them as a
 * table, which a test compares with these numbers. A setting that widens or narrows a limit takes
 * its default from here.
 */
export * from './http';
export * from './cluster';
export * from './cluster_stores';
export * from './engine';
export * from './explain';
export * from './find';
export * from './import';
export * from './saved_drafts';
export * from './names';
export * from './patterns';
export * from './preview';
export * from './saved_objects';
export * from './settings';
export * from './sessions';
export * from './domains';
export * from './factors';
export * from './login';
export * from './api_keys';
export * from './audit';
export * from './passwords';
export * from './work';
