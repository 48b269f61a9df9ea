/** Error responses when the storage fails: the disk of the server, or the cluster. */
import { defineError } from './define';

export const BACKEND_ERRORS = Object.freeze({
  noSpace: defineError('core.backend.no_space', {
    status: 507,
    defaultMessage:
      "Nothing was saved: the server's disk is full. Ask an administrator to free space, then try again.",
  }),
  unwritable: defineError('core.backend.unwritable', {
    status: 507,
    defaultMessage:
      "Nothing was saved: the server can't write to its disk. See the server log for the reason.",
  }),
  unavailable: defineError('core.backend.unavailable', {
    status: 503,
    defaultMessage: 'The store is not available right now. Try again later.',
  }),
  clusterReadOnly: defineError('core.backend.cluster_read_only', {
    status: 507,
    defaultMessage:
      "Nothing was saved: the cluster accepts no changes right now. See this server's log for the reason.",
  }),
  clusterResponseTooLarge: defineError('core.backend.cluster_answer_too_large', {
    status: 503,
    defaultMessage: "The cluster's response is too large for this server.",
  }),
  clusterAway: defineError('core.backend.cluster_away', {
    status: 503,
    defaultMessage: "Can't reach the cluster right now. Try again later.",
  }),
  clusterBroken: defineError('core.backend.cluster_broken', {
    status: 503,
    defaultMessage: 'The connection to the cluster was interrupted. Try again later.',
  }),
  clusterMalformed: defineError('core.backend.cluster_malformed', {
    status: 502,
    defaultMessage:
      "The server at the cluster's address doesn't respond like OpenSearch, so nothing can be shown. Check the address and any proxy in between. This server's log has the details.",
  }),
  clusterChangeLost: defineError('core.backend.cluster_change_lost', {
    status: 503,
    defaultMessage:
      'The connection to the cluster was interrupted before it confirmed the change. Check whether the change was made before you try again.',
  }),
  notTried: defineError('core.backend.not_tried', {
    status: 503,
    defaultMessage:
      'Not tried: the connection to the cluster had been lost. Check the entries, then try again.',
  }),
  clusterUntrusted: defineError('core.backend.cluster_untrusted', {
    status: 503,
    defaultMessage:
      "Can't use the cluster: its certificate is not trusted, or its TLS version is not supported. See this server's log.",
  }),
  clusterNotSetUp: defineError('core.backend.cluster_not_set_up', {
    status: 503,
    defaultMessage:
      "The cluster hasn't loaded its security configuration yet. It may be starting. Try again in a minute.",
  }),
  clusterRefuses: defineError('core.backend.cluster_refuses', {
    status: 503,
    defaultMessage:
      "The cluster refused a request from this server. This server's log says which one.",
  }),
  clusterServerPermissions: defineError('core.backend.cluster_server_permissions', {
    status: 503,
    defaultMessage:
      "This server's own account lacks a permission on the cluster. Your user name and password aren't the problem. Ask an administrator: the server log names the permission and the command that grants it.",
  }),
  clusterLate: defineError('core.backend.cluster_late', {
    status: 503,
    defaultMessage: "The cluster didn't respond in time. Try again later.",
  }),
  clusterLimits: defineError('core.backend.cluster_limits', {
    status: 403,
    defaultMessage:
      'With the credentials stored for this cluster, you can do only what you can do on this installation. Here you lack {right}. Ask an administrator of this installation who has it.',
  }),
  noAuditIndex: defineError('core.backend.no_audit_index', {
    status: 404,
    defaultMessage:
      "No index that you can see matches {index}. The cluster's audit log may be off, empty or stored elsewhere; set opensearch.audit on this server to where it is.",
  }),
  auditInAnotherCluster: defineError('core.backend.audit_in_another_cluster', {
    status: 501,
    defaultMessage:
      "The cluster stores its audit events in another cluster (external_opensearch), which this server can't read.",
  }),
  auditAtWebAddress: defineError('core.backend.audit_at_web_address', {
    status: 501,
    defaultMessage:
      "The cluster sends its audit events to a webhook, which this server can't read.",
  }),
  auditInLogFiles: defineError('core.backend.audit_in_log_files', {
    status: 501,
    defaultMessage:
      "The cluster writes its audit events to the log files of its nodes (log4j), which this server can't read.",
  }),
  auditInTopic: defineError('core.backend.audit_in_topic', {
    status: 501,
    defaultMessage: "The cluster sends its audit events to Kafka, which this server can't read.",
  }),
  auditOnOutput: defineError('core.backend.audit_on_output', {
    status: 501,
    defaultMessage:
      "The cluster writes its audit events to the standard output of its nodes (debug), which this server can't read.",
  }),
  auditNowhere: defineError('core.backend.audit_nowhere', {
    status: 501,
    defaultMessage: "The cluster doesn't store audit events (noop).",
  }),
  clusterUnfit: defineError('core.backend.cluster_unfit', {
    status: 503,
    defaultMessage:
      "Can't use the cluster: it is too old, or not OpenSearch. See this server's log.",
  }),
  clusterNotReady: defineError('core.backend.cluster_not_ready', {
    status: 503,
    defaultMessage: 'The cluster is not ready right now. Try again later.',
  }),
  clusterSecurityUnread: defineError('core.backend.cluster_security_unread', {
    status: 503,
    defaultMessage: "No one can log in: the cluster can't read its security index.",
  }),
  clusterLocked: defineError('core.backend.cluster_locked', {
    status: 503,
    defaultMessage: 'No one can log in: the cluster accepts no changes right now.',
  }),
  clusterCredentials: defineError('core.backend.cluster_credentials', {
    status: 403,
    defaultMessage:
      'This cluster needs your credentials. Enter your user name and password for it.',
  }),
  clusterToken: defineError('core.backend.cluster_token', {
    status: 403,
    defaultMessage:
      'This cluster needs the token of your login. Log out, then log in with OpenID Connect.',
  }),
  clusterBusy: defineError('core.backend.cluster_busy', {
    status: 503,
    defaultMessage: 'The cluster is overloaded. Try again later.',
  }),
});
