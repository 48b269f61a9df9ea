/** Requests and answers of the HTTP interfaces. */
export * from './access_question';
export * from './decision';
export * from './explanation';
export { LOCKOUT, type LockoutDetails } from './engine_envelopes';
