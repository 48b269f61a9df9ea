/** Declarations of the calls of the HTTP API. */
export * from './define_call';
