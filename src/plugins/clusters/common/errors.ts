/** Errors of the calls. Codes never change: they begin as in the plugin that had them first. */
import { defineError } from '@sd/contracts';

export const CLUSTER_ERRORS = Object.freeze({
  noComparison: defineError('security.no_comparison', {
    status: 404,
    defaultMessage: 'This comparison has expired. Compare again.',
  }),
  comparisonSide: defineError('security.comparison_side', {
    status: 400,
    defaultMessage: 'Each side of a comparison is either a cluster or files.',
  }),
  comparisonTooLarge: defineError('security.comparison_too_large', {
    status: 413,
    defaultMessage:
      'A side has more than {count, number} entries. Compare files with fewer kinds of entries instead.',
  }),
  unknownResourceType: defineError('security.unknown_resource_type', {
    status: 404,
    defaultMessage: 'The cluster has no resources of the type "{type}".',
  }),
  unknownAccessLevel: defineError('security.unknown_access_level', {
    status: 400,
    defaultMessage: 'Resources of the type "{type}" have no access level "{level}". Use {levels}.',
  }),
  notShareable: defineError('security.not_shareable', {
    status: 403,
    defaultMessage:
      "The resource {id} doesn't exist, or you can't share it. Its owner can, and users whose access level includes sharing.",
  }),
  clusterSlow: defineError('security.cluster_slow', {
    status: 503,
    defaultMessage: "The cluster didn't answer within {seconds} seconds. Try again later.",
  }),
  suspendsOneself: defineError('security.suspends_oneself', {
    status: 400,
    defaultMessage: "You can't suspend or reactivate your own user.",
  }),
  unknownRemovedRoles: defineError('security.unknown_removed_roles', {
    status: 400,
    defaultMessage:
      "The attribute {attribute} of the user can't be read. Restore the roles on the user's page.",
  }),
  mappingsKept: defineError('security.mappings_kept', {
    status: 409,
    defaultMessage:
      'These role mappings could not be changed: {names}. {reason} Change them on the cluster, or try again.',
  }),
  clusterNeedsSession: defineError('security.cluster_needs_session', {
    status: 400,
    defaultMessage:
      'Credentials for a cluster are kept in a session. Log in and send the session cookie instead of credentials.',
  }),
  clusterNotAsked: defineError('security.cluster_not_asked', {
    status: 400,
    defaultMessage:
      "The configuration sets the credentials for this cluster, so you can't enter your own.",
  }),
  clusterExists: defineError('security.cluster_exists', {
    status: 409,
    defaultMessage: 'There is already a cluster with the ID "{id}". Choose another ID.',
  }),
  clusterStale: defineError('security.cluster_stale', {
    status: 409,
    defaultMessage:
      'Someone else changed or removed the cluster "{id}" after you opened it. Reload it and repeat your change.',
  }),
  clusterFromFile: defineError('security.cluster_from_file', {
    status: 409,
    defaultMessage:
      'The cluster "{id}" is set in the server\'s configuration file. Change it there and restart the server.',
  }),
  clusterId: defineError('security.cluster_id', {
    status: 400,
    defaultMessage:
      '"{id}" can\'t be an ID. Use 1 to 40 lowercase letters, digits, _ and -, starting with a letter or digit; "home" is taken.',
  }),
  clusterLimit: defineError('security.cluster_limit', {
    status: 400,
    defaultMessage: '{limit} clusters are connected, which is the maximum. Remove one first.',
  }),
  clusterHost: defineError('security.cluster_host', {
    status: 400,
    defaultMessage:
      '"{host}" is not a cluster address. Enter http:// or https:// and a host with port, without user name or path, such as https://localhost:9200.',
  }),
  clusterBlocked: defineError('security.cluster_blocked', {
    status: 400,
    defaultMessage:
      "This server isn't allowed to connect to one of the cluster's addresses. Check the address, or add it to opensearch_security.cluster_connections.allowed_hosts.",
  }),
  clusterCertificate: defineError('security.cluster_certificate', {
    status: 400,
    defaultMessage:
      "The authorities, client certificate or key can't be read. Paste PEM text; certificate, key and passphrase must belong together.",
  }),
  clusterService: defineError('security.cluster_service', {
    status: 400,
    defaultMessage:
      'Shared credentials need a user name and password, or a client certificate and key.',
  }),
  clusterTokenTls: defineError('security.cluster_token_tls', {
    status: 400,
    defaultMessage:
      'Tokens are sent over https only, except to this machine. Change the address, or choose other credentials.',
  }),
  clusterServiceOnly: defineError('security.cluster_service_only', {
    status: 400,
    defaultMessage:
      'A stored user name, password or client certificate requires the credentials "service".',
  }),
  clusterSecretAgain: defineError('security.cluster_secret_again', {
    status: 400,
    defaultMessage:
      "The addresses or TLS settings have changed. Enter the password or key again, so that it isn't sent to a new address unnoticed.",
  }),
  clusterNoKey: defineError('security.cluster_no_key', {
    status: 400,
    defaultMessage:
      "This server has no key to encrypt passwords and keys. Set opensearch_security.cluster_connections.encryption_keys, or choose each administrator's own credentials.",
  }),
  clusterAddress: defineError('security.cluster_address', {
    status: 503,
    defaultMessage:
      "The cluster doesn't respond at its address. Check that it is running and that its hosts are correct.",
  }),
  clusterTls: defineError('security.cluster_tls', {
    status: 503,
    defaultMessage:
      "The cluster's certificate is not trusted, or TLS doesn't match. Check ssl.certificate_authorities and whether the address starts with https.",
  }),
  clusterVersion: defineError('security.cluster_version', {
    status: 503,
    defaultMessage:
      'The server at this address is not OpenSearch 2 or later. Check the address, or upgrade the cluster.',
  }),
  clusterPassword: defineError('security.cluster_password', {
    status: 403,
    defaultMessage: 'The cluster rejects this user name or password. Check both and try again.',
  }),
  clusterMoved: defineError('security.cluster_moved', {
    status: 403,
    defaultMessage:
      'Its address or TLS settings were changed by {by}, and you have not logged in there since. Check the address first.',
  }),
  clusterPlugin: defineError('security.cluster_plugin', {
    status: 503,
    defaultMessage:
      "The cluster's security plugin is missing or not initialized. Install it, or run its initialization.",
  }),
  clusterRights: defineError('security.cluster_rights', {
    status: 403,
    defaultMessage:
      "This user isn't allowed to use the cluster's security REST API. Use a user with a role in plugins.security.restapi.roles_enabled.",
  }),
});
