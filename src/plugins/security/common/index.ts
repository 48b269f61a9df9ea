export * from './api';
export * from './config';
export * from './entities';
export * from './names';
export * from './next_url';
export * from './passwords';
export * from './permissions';
export * from './tenants';
