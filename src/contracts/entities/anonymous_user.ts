/**
 * Who everybody is that signs in as nobody in particular. Apart from what describes users: pages
 * need the name alone.
 */
export const ANONYMOUS_USER_NAME = 'opendistro_security_anonymous';
