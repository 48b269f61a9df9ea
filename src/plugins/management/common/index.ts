/** Shared by browser and server: addresses, wire formats and the tenants that a copy may target. */
export * from './api';
export * from './calls';
export * from './errors';
export * from './tenants';
export * from './wire';
