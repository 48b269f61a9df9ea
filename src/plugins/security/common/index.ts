export * from './api';
export * from './config';
export * from './entities';
export * from './names';
export * from './permissions';
export * from './tenants';
