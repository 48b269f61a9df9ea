/** Declarations of the calls of the HTTP API. */
export * from './define_call';
export * from './confirm_query';
export * from './parameters';
