/** Texts of the change history. */
import { i18n, t } from '@sd/core/public';
import type { HistoryItem, HistoryTypeName } from '../../../common';

export const kindLabel = (type: HistoryTypeName): string =>
  ({
    roles: t('security.common.role', 'Role'),
    rolesmapping: t('security.common.roleMapping', 'Role mapping'),
    internalusers: t('security.common.user', 'User'),
    actiongroups: t('security.common.actionGroup', 'Action group'),
    tenants: t('security.common.tenant', 'Tenant'),
    config: t('security.common.securityConfiguration', 'Security configuration'),
    audit: t('security.history.kind.audit', 'Audit configuration'),
    nodesdn: t('security.history.kind.nodesdn', 'Node distinguished names'),
    allowlist: t('security.history.kind.allowlist', 'API allow list'),
    guardrails: t('security.common.guardrails', 'Guardrails'),
    connections: t('security.history.kind.connections', 'Cluster connection'),
  })[type];

export const actionLabel = (action: HistoryItem['action']): string =>
  ({
    create: t('security.common.created', 'Created'),
    update: t('security.common.changed', 'Changed'),
    delete: t('security.common.deleted', 'Deleted'),
  })[action];

/** "Renamed from sales"; what a rename changed along says so. */
export function effectLabel({ action, via, renamed_from: from }: HistoryItem): string {
  if (from !== undefined)
    return t('security.history.renamed', 'Renamed from {name}', { name: from });
  if (via !== 'rename') return actionLabel(action);
  switch (action) {
    case 'create':
      return t('security.history.renamePart.create', 'Created by a rename');
    case 'update':
      return t('security.history.renamePart.update', 'Changed by a rename');
    case 'delete':
      return t('security.history.renamePart.delete', 'Deleted by a rename');
  }
}

/** "Role sales renamed to sales_eu" */
export const renameLabel = ({ type, name, renamed_from: from = '' }: HistoryItem): string =>
  t('security.history.renamedTo', '{kind} {from} renamed to {name}', {
    kind: kindLabel(type),
    from,
    name,
  });

/** For entries that the cluster changed without this product. */
export const outsideLabel = (): string =>
  t('security.history.outside', 'Changed outside this console');

export const viaLabel = (via: HistoryItem['via']): string =>
  ({
    rest: t('security.history.via.rest', 'UI or API'),
    revert: t('security.common.revert', 'Revert'),
    start: t('security.history.via.start', 'Initial setup'),
    files: t('security.history.via.files', 'File import'),
    rename: t('security.history.via.rename', 'Rename'),
    recovery: t('security.history.via.recovery', 'Administrator recovery on the server'),
  })[via];

/** Before a colon and the user of the operating system, where that is known. */
const OFFLINE = '_offline';

/** Names of the server itself and of the command line are not user names. */
export const actorLabel = (actor: string): string =>
  actor === '_internal'
    ? t('security.history.actor.internal', 'System')
    : actor === OFFLINE
      ? t('security.history.actor.offline', 'Command line')
      : actor.startsWith(`${OFFLINE}:`)
        ? t('security.history.actor.offlineUser', 'Command line ({user})', {
            user: actor.slice(OFFLINE.length + 1),
          })
        : actor;

/** Single documents have no name of their own. */
export const isDocument = (type: HistoryTypeName): boolean =>
  type === 'config' ||
  type === 'audit' ||
  type === 'nodesdn' ||
  type === 'allowlist' ||
  type === 'guardrails';

/** "Role sales", "Audit configuration" */
export const entryLabel = (type: HistoryTypeName, name: string): string =>
  isDocument(type)
    ? kindLabel(type)
    : t('security.history.entry', '{kind} {name}', { kind: kindLabel(type), name });

export const subjectLabel = ({ type, name }: Pick<HistoryItem, 'type' | 'name'>): string =>
  isDocument(type) ? kindLabel(type) : name;

/** Date and time with seconds, in the user's language and time zone. */
export const timeLabel = (atMs: number): string =>
  i18n.formatDate(atMs, { dateStyle: 'medium', timeStyle: 'medium' });

/** The date alone, in the user's language and time zone. */
export const dayLabel = (atMs: number): string => i18n.formatDate(atMs, { dateStyle: 'medium' });
