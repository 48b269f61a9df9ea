/** Error responses when the storage fails: the disk of the server, or the cluster. */
import { defineError } from './define';

export const BACKEND_ERRORS = Object.freeze({
  noSpace: defineError('core.backend.no_space', {
    status: 507,
    defaultMessage:
      'Nothing was saved: no space is left on the disk of the server. Try again when its administrator has freed some.',
  }),
  unwritable: defineError('core.backend.unwritable', {
    status: 507,
    defaultMessage:
      'Nothing was saved: the server cannot write to its disk. Its log tells the administrator why.',
  }),
  unavailable: defineError('core.backend.unavailable', {
    status: 503,
    defaultMessage: 'The store is not available right now. Try again later.',
  }),
  clusterReadOnly: defineError('core.backend.cluster_read_only', {
    status: 507,
    defaultMessage:
      'Nothing was saved: the cluster takes no changes right now. The log of this server tells its administrator why.',
  }),
  clusterResponseTooLarge: defineError('core.backend.cluster_answer_too_large', {
    status: 503,
    defaultMessage: 'The answer of the cluster is larger than this server hands on.',
  }),
  clusterAway: defineError('core.backend.cluster_away', {
    status: 503,
    defaultMessage: 'The cluster cannot be reached right now. Try again later.',
  }),
  clusterBroken: defineError('core.backend.cluster_broken', {
    status: 503,
    defaultMessage: 'The connection to the cluster broke off. Try again later.',
  }),
  clusterChangeLost: defineError('core.backend.cluster_change_lost', {
    status: 503,
    defaultMessage:
      'The connection to the cluster broke off before it confirmed the change. Whether the change was made is not known: check before you try again.',
  }),
  clusterUntrusted: defineError('core.backend.cluster_untrusted', {
    status: 503,
    defaultMessage:
      'The cluster cannot be used: its certificate is not trusted, or it speaks no TLS that this server takes. Its log tells its administrator what to do.',
  }),
  clusterNotSetUp: defineError('core.backend.cluster_not_set_up', {
    status: 503,
    defaultMessage:
      'The cluster has not loaded its security configuration yet, as when it is starting. Try again in a minute.',
  }),
  clusterRefuses: defineError('core.backend.cluster_refuses', {
    status: 503,
    defaultMessage:
      'The cluster refuses this server what it needs for that. Its log tells its administrator what.',
  }),
  clusterLate: defineError('core.backend.cluster_late', {
    status: 503,
    defaultMessage: 'The cluster did not answer in time. Try again later.',
  }),
  noAuditIndex: defineError('core.backend.no_audit_index', {
    status: 404,
    defaultMessage:
      'No index matches {index}, as far as you may see. The audit log of the cluster may be off or empty, or elsewhere: opensearch.audit of this server says where.',
  }),
  auditInAnotherCluster: defineError('core.backend.audit_in_another_cluster', {
    status: 501,
    defaultMessage:
      'The cluster keeps its audit events in another cluster (external_opensearch), where this server cannot read them.',
  }),
  auditAtWebAddress: defineError('core.backend.audit_at_web_address', {
    status: 501,
    defaultMessage:
      'The cluster sends its audit events to a web address (webhook), where this server cannot read them.',
  }),
  auditInLogFiles: defineError('core.backend.audit_in_log_files', {
    status: 501,
    defaultMessage:
      'The cluster keeps its audit events in the log files of its nodes (log4j), where this server cannot read them.',
  }),
  auditInTopic: defineError('core.backend.audit_in_topic', {
    status: 501,
    defaultMessage:
      'The cluster keeps its audit events in a topic of Kafka (kafka), where this server cannot read them.',
  }),
  auditOnOutput: defineError('core.backend.audit_on_output', {
    status: 501,
    defaultMessage:
      'The cluster writes its audit events to the standard output of its nodes (debug), where this server cannot read them.',
  }),
  auditNowhere: defineError('core.backend.audit_nowhere', {
    status: 501,
    defaultMessage: 'The cluster keeps no audit events (noop).',
  }),
  clusterUnfit: defineError('core.backend.cluster_unfit', {
    status: 503,
    defaultMessage:
      'The cluster cannot be used: it is too old, or no OpenSearch. The log of this server tells its administrator which.',
  }),
  clusterNotReady: defineError('core.backend.cluster_not_ready', {
    status: 503,
    defaultMessage: 'The cluster is not ready right now. Try again later.',
  }),
  clusterSecurityUnread: defineError('core.backend.cluster_security_unread', {
    status: 503,
    defaultMessage: 'Nobody can log in: the cluster cannot read its security index.',
  }),
  clusterLocked: defineError('core.backend.cluster_locked', {
    status: 503,
    defaultMessage: 'Nobody can log in: the cluster accepts no changes right now.',
  }),
  clusterBusy: defineError('core.backend.cluster_busy', {
    status: 503,
    defaultMessage: 'The cluster has too much to do right now. Try again later.',
  }),
});
