import { EuiBadge, type EuiBasicTableColumn, EuiButtonEmpty } from '@elastic/eui';
import { FormattedMessage, i18n } from '@sd/core/public';
import type { SessionItem } from '../../../common';

/** Displayed name of a session, also used in its buttons. */
export function deviceText({
  browser = '',
  system = '',
}: Pick<SessionItem, 'browser' | 'system'>): string {
  if (browser !== '' && system !== '')
    return i18n.translate('security.sessions.device', {
      defaultMessage: '{browser} on {system}',
      values: { browser, system },
    });
  return (
    browser ||
    system ||
    i18n.translate('security.sessions.unknownDevice', { defaultMessage: 'Unknown device' })
  );
}

/** As `LoginMethod.id`; methods without a label are shown as they are. */
const METHODS: Readonly<Record<string, () => string>> = {
  basicauth: () =>
    i18n.translate('security.sessions.byPassword', { defaultMessage: 'Name and password' }),
  openid: () => 'OpenID Connect',
  saml: () => 'SAML',
  jwt: () => 'JWT',
  proxy: () => i18n.translate('security.sessions.byProxy', { defaultMessage: 'Proxy' }),
};

export const methodText = (method: string): string => METHODS[method]?.() ?? method;

const NO_WRAP = { whiteSpace: 'nowrap' } as const;
const BREAKABLE = { overflowWrap: 'anywhere' } as const;

export const sessionTime = (atMs: number): string =>
  i18n.formatDate(atMs, { dateStyle: 'medium', timeStyle: 'short' });

export const sessionColumns = (
  onEnd: (session: SessionItem) => void
): Array<EuiBasicTableColumn<SessionItem>> => [
  {
    name: i18n.translate('security.sessions.deviceColumn', { defaultMessage: 'Device' }),
    render: (session: SessionItem) => (
      <span>
        {deviceText(session)}{' '}
        {session.is_current && (
          <EuiBadge color="success">
            <FormattedMessage id="security.sessions.current" defaultMessage="This session" />
          </EuiBadge>
        )}
      </span>
    ),
  },
  {
    field: 'remote_address',
    name: i18n.translate('security.sessions.address', { defaultMessage: 'Address' }),
    render: (address: string | undefined) => (
      // IPv6 addresses may wrap.
      <span style={address?.includes(':') ? BREAKABLE : NO_WRAP}>{address ?? '—'}</span>
    ),
  },
  {
    field: 'method',
    name: i18n.translate('security.sessions.method', { defaultMessage: 'Signed in by' }),
    render: (method: string | undefined) => (method === undefined ? '—' : methodText(method)),
  },
  {
    field: 'created_at',
    name: i18n.translate('security.sessions.start', { defaultMessage: 'Start' }),
    render: sessionTime,
  },
  {
    field: 'used_at',
    name: i18n.translate('security.sessions.lastUse', { defaultMessage: 'Last use' }),
    render: sessionTime,
  },
  {
    name: i18n.translate('security.sessions.actions', { defaultMessage: 'Actions' }),
    // The mobile card of the current session would contain only the heading.
    mobileOptions: { header: false },
    render: (session: SessionItem) =>
      session.is_current ? null : (
        <EuiButtonEmpty
          size="s"
          color="danger"
          flush="both"
          onClick={() => onEnd(session)}
          aria-label={i18n.translate('security.sessions.endNamed', {
            defaultMessage: 'End session: {device}, {start}',
            values: { device: deviceText(session), start: sessionTime(session.created_at) },
          })}
        >
          <FormattedMessage id="security.sessions.end" defaultMessage="End session" />
        </EuiButtonEmpty>
      ),
  },
];
