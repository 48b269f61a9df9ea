/**
 * Name of the user of anonymous access. In a module of its own, because pages need only the name.
 */
export const ANONYMOUS_USER_NAME = 'opendistro_security_anonymous';
