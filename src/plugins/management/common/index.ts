/** What the browser and server parts share: addresses, shapes on the wire, who may copy where. */
export * from './api';
export * from './errors';
export * from './tenants';
export * from './wire';
