/** Texts of the change history. */
import { i18n } from '@sd/core/public';
import type { HistoryItem, HistoryTypeName } from '../../../common';

export const kindLabel = (type: HistoryTypeName): string =>
  ({
    roles: i18n.translate('security.history.kind.roles', { defaultMessage: 'Role' }),
    rolesmapping: i18n.translate('security.history.kind.rolesmapping', {
      defaultMessage: 'Role mapping',
    }),
    internalusers: i18n.translate('security.history.kind.internalusers', {
      defaultMessage: 'Internal user',
    }),
    actiongroups: i18n.translate('security.history.kind.actiongroups', {
      defaultMessage: 'Action group',
    }),
    tenants: i18n.translate('security.history.kind.tenants', { defaultMessage: 'Tenant' }),
    config: i18n.translate('security.history.kind.config', {
      defaultMessage: 'Security configuration',
    }),
    audit: i18n.translate('security.history.kind.audit', {
      defaultMessage: 'Audit configuration',
    }),
    nodesdn: i18n.translate('security.history.kind.nodesdn', {
      defaultMessage: 'Distinguished names of nodes',
    }),
    allowlist: i18n.translate('security.history.kind.allowlist', {
      defaultMessage: 'Allow list of the API',
    }),
  })[type];

export const actionLabel = (action: HistoryItem['action']): string =>
  ({
    create: i18n.translate('security.history.action.create', { defaultMessage: 'Created' }),
    update: i18n.translate('security.history.action.update', { defaultMessage: 'Changed' }),
    delete: i18n.translate('security.history.action.delete', { defaultMessage: 'Deleted' }),
  })[action];

export const viaLabel = (via: HistoryItem['via']): string =>
  ({
    rest: i18n.translate('security.history.via.rest', {
      defaultMessage: 'Screens, REST API or scripts',
    }),
    revert: i18n.translate('security.history.via.revert', {
      defaultMessage: 'Taking back an earlier change',
    }),
    start: i18n.translate('security.history.via.start', {
      defaultMessage: 'What a new installation begins with',
    }),
    files: i18n.translate('security.history.via.files', { defaultMessage: 'Import of files' }),
    recovery: i18n.translate('security.history.via.recovery', {
      defaultMessage: 'Recovery of an administrator on the server',
    }),
  })[via];

/** Names of the server itself and of the command line are not user names. */
export const actorLabel = (actor: string): string =>
  actor === '_internal'
    ? i18n.translate('security.history.actor.internal', { defaultMessage: 'The server itself' })
    : actor === '_offline'
      ? i18n.translate('security.history.actor.offline', {
          defaultMessage: 'Command line on the server',
        })
      : actor;

/** Single documents have no name of their own. */
export const isDocument = (type: HistoryTypeName): boolean =>
  type === 'config' || type === 'audit' || type === 'nodesdn' || type === 'allowlist';

export const subjectLabel = ({ type, name }: Pick<HistoryItem, 'type' | 'name'>): string =>
  isDocument(type) ? kindLabel(type) : name;

/** Date and time with seconds, in the user's language and time zone. */
export const timeLabel = (atMs: number): string =>
  i18n.formatDate(atMs, { dateStyle: 'medium', timeStyle: 'medium' });
