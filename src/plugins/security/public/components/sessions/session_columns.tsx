import { EuiBadge, EuiButtonEmpty } from '@elastic/eui';
import { i18n, t } from '@sd/core/public';
import type { TableColumn } from '@sd/ui_kit';
import type { SessionItem } from '../../../common';

/** Displayed name of a session, also used in its buttons. */
export function deviceText({
  browser = '',
  system = '',
}: Pick<SessionItem, 'browser' | 'system'>): string {
  if (browser !== '' && system !== '')
    return t('security.sessions.device', '{browser} on {system}', { browser, system });
  return browser || system || t('security.sessions.unknownDevice', 'Unknown device');
}

/** By id (`Login.methods`); methods without a label are shown as they are. */
const METHODS: Readonly<Record<string, () => string>> = {
  basicauth: () => t('security.common.usernameAndPassword', 'Username and password'),
  openid: () => 'OpenID Connect',
  saml: () => 'SAML',
  jwt: () => 'JWT',
  proxy: () => t('security.sessions.byProxy', 'Proxy'),
};

export const methodText = (method: string): string => METHODS[method]?.() ?? method;

const NO_WRAP = { whiteSpace: 'nowrap' } as const;
const BREAKABLE = { overflowWrap: 'anywhere' } as const;

export const sessionTime = (atMs: number): string =>
  i18n.formatDate(atMs, { dateStyle: 'medium', timeStyle: 'short' });

/** @param onEnd - absent if the user may not end them */
export const sessionColumns = (
  onEnd: ((session: SessionItem) => void) | undefined
): ReadonlyArray<TableColumn<SessionItem>> => [
  {
    id: 'device',
    name: t('security.sessions.deviceColumn', 'Device'),
    render: (session) => (
      <span>
        {deviceText(session)}{' '}
        {session.is_current && (
          <EuiBadge color="success">{t('security.sessions.current', 'This session')}</EuiBadge>
        )}
      </span>
    ),
  },
  {
    id: 'address',
    name: t('security.common.address', 'Address'),
    render: ({ remote_address: address }) => (
      // IPv6 addresses may wrap.
      <span style={address?.includes(':') ? BREAKABLE : NO_WRAP}>{address ?? '—'}</span>
    ),
  },
  {
    id: 'method',
    name: t('security.sessions.method', 'Logged in with'),
    render: ({ method }) => (method === undefined ? '—' : methodText(method)),
  },
  {
    id: 'created',
    name: t('security.sessions.start', 'Started'),
    render: (session) => sessionTime(session.created_at),
  },
  {
    id: 'used',
    name: t('security.sessions.lastUse', 'Last used'),
    render: (session) => sessionTime(session.used_at),
  },
  ...(onEnd ? [actionsColumn(onEnd)] : []),
];

const actionsColumn = (onEnd: (session: SessionItem) => void): TableColumn<SessionItem> => ({
  id: 'actions',
  name: t('security.common.actions', 'Actions'),
  render: (session) =>
    session.is_current ? null : (
      <EuiButtonEmpty
        size="s"
        color="danger"
        flush="both"
        onClick={() => onEnd(session)}
        aria-label={t('security.sessions.endNamed', 'End session: {device}, {start}', {
          device: deviceText(session),
          start: sessionTime(session.created_at),
        })}
      >
        {t('security.sessions.end', 'End session')}
      </EuiButtonEmpty>
    ),
});
