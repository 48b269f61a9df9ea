/**
 * All limits of the product, by subject. Code that enforces a limit imports it from here;
 * `docs/security.md` shows them as a table, which a test compares with these numbers.
 */
export * from './http';
export * from './config';
export * from './certificates';
export * from './cluster';
export * from './cluster_stores';
export * from './comparison';
export * from './engine';
export * from './explain';
export * from './find';
export * from './findings';
export * from './import';
export * from './saved_drafts';
export * from './names';
export * from './patterns';
export * from './preview';
export * from './resource_sharing';
export * from './saved_objects';
export * from './settings';
export * from './sessions';
export * from './domains';
export * from './drift';
export * from './change_requests';
export * from './factors';
export * from './login';
export * from './alarms';
export * from './api_keys';
export * from './activity';
export * from './audit';
export * from './passwords';
export * from './work';
