/**
 * Names that stand for users without one. In a module of their own, because pages need only the
 * names.
 */

/** The user of anonymous access. */
export const ANONYMOUS_USER_NAME = 'opendistro_security_anonymous';

/** A described subject without a name; only mappings that match every name match it. */
export const NAMELESS = '-';
