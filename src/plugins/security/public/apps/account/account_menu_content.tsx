/** What the account menu shows. Source: specification sections 2.2 and 4 ("Log out button"). */
import {
  EuiAvatar,
  EuiButtonEmpty,
  EuiFlexGroup,
  EuiFlexItem,
  EuiHorizontalRule,
  EuiText,
} from '@elastic/eui';
import { ANONYMOUS_USER_NAME } from '@sd/contracts';
import { errorText, forgetKeptText, FormattedMessage, i18n } from '@sd/core/public';
import { Fragment, type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react';
import { type AccountInfo } from '../../../common';
import { tenantLabel } from '../../services/tenant_words';
import { announceSignOut } from '../../services/farewell';
import { signOut, signOutKind, signOutLink } from '../../services/sign_out';
import type { CurrentTenant } from '../../types';
import type { AccountMenuDeps } from './account_menu_deps';

export interface AccountMenuContentProps extends AccountMenuDeps {
  readonly account: AccountInfo;
  readonly tenant: CurrentTenant | undefined;
  readonly onDone: () => void;
}

export function AccountMenuContent(props: AccountMenuContentProps): ReactElement {
  const { account, tenant, config, dialogs, onDone } = props;
  const then = (action: () => void) => () => {
    onDone();
    action();
  };
  const entries: ReactNode[] = [
    <Entry
      key="roles"
      iconType="usersRolesApp"
      onClick={then(dialogs.openRoleInfo)}
      testSubject="view-roles-and-identities"
    >
      <FormattedMessage
        id="security.account.viewRoles"
        defaultMessage="View roles and identities"
      />
    </Entry>,
    // Without multi-tenancy too: the dialog says whom to ask.
    <Entry
      key="tenants"
      iconType="users"
      onClick={then(dialogs.openTenantSwitcher)}
      testSubject="switch-tenants"
    >
      <FormattedMessage id="security.account.switchTenants" defaultMessage="Switch tenants" />
    </Entry>,
  ];
  if (account.is_internal_user) {
    entries.push(
      <Entry
        key="password"
        iconType="key"
        onClick={then(dialogs.openPasswordReset)}
        testSubject="reset-password"
      >
        <FormattedMessage id="security.account.resetPassword" defaultMessage="Reset password" />
      </Entry>
    );
  }
  const { securityFeatures } = props.core.application.capabilities;
  if (account.is_internal_user && securityFeatures?.['secondFactors'] !== false) {
    entries.push(
      <Entry
        key="factors"
        iconType="lock"
        onClick={then(dialogs.openFactors)}
        testSubject="second-factors"
      >
        <FormattedMessage id="security.account.factors" defaultMessage="Second factors" />
      </Entry>
    );
  }
  if (account.is_internal_user && securityFeatures?.['apiKeys'] !== false) {
    entries.push(
      <Entry
        key="apiKeys"
        iconType="code"
        onClick={then(dialogs.openApiKeys)}
        testSubject="my-api-keys"
      >
        <FormattedMessage id="security.apiKeys.title" defaultMessage="API keys" />
      </Entry>
    );
  }
  entries.push(
    <Entry
      key="sessions"
      iconType="clock"
      onClick={then(dialogs.openSessions)}
      testSubject="my-sessions"
    >
      <FormattedMessage id="security.account.sessions" defaultMessage="My sessions" />
    </Entry>
  );
  entries.push(
    <Entry
      key="shortcuts"
      iconType="keyboard"
      onClick={then(dialogs.openShortcuts)}
      testSubject="keyboard-shortcuts"
    >
      <FormattedMessage id="security.shortcuts.title" defaultMessage="Keyboard shortcuts" />
    </Entry>
  );
  if (account.user_name !== ANONYMOUS_USER_NAME) {
    entries.push(
      <Entry
        key="preferences"
        iconType="gear"
        onClick={then(dialogs.openPreferences)}
        testSubject="preferences"
      >
        <FormattedMessage id="security.account.preferences" defaultMessage="Preferences" />
      </Entry>
    );
  }
  const kind = signOutKind(config.auth.type);
  if (kind !== 'none') entries.push(<SignOutEntry key="out" {...props} isLink={kind === 'link'} />);

  return (
    <div style={{ maxWidth: 256, minWidth: 200 }}>
      <EuiFlexGroup gutterSize="s" alignItems="center" responsive={false}>
        <EuiFlexItem grow={false} aria-hidden="true">
          <EuiAvatar name={account.user_name} size="m" />
        </EuiFlexItem>
        <EuiFlexItem style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          <EuiText size="s">
            <strong>{account.user_name}</strong>
          </EuiText>
          <EuiText size="xs" color="subdued" data-test-subj="tenant-label">
            {tenant && !tenant.canWrite ? (
              <FormattedMessage
                id="security.account.readOnlyTenant"
                defaultMessage="{tenant} (read only)"
                values={{ tenant: tenant.label }}
              />
            ) : (
              tenantLabel(account.user_requested_tenant, account.user_name)
            )}
          </EuiText>
        </EuiFlexItem>
      </EuiFlexGroup>
      {entries.map((entry, index) => (
        <Fragment key={index}>
          <EuiHorizontalRule margin="xs" />
          {entry}
        </Fragment>
      ))}
    </div>
  );
}

interface EntryProps {
  readonly iconType: string;
  readonly onClick: () => void;
  readonly testSubject: string;
  readonly children: ReactNode;
}

const Entry = ({ iconType, onClick, testSubject, children }: EntryProps): ReactElement => (
  <EuiButtonEmpty
    size="s"
    color="text"
    iconType={iconType}
    flush="left"
    onClick={onClick}
    data-test-subj={testSubject}
  >
    {children}
  </EuiButtonEmpty>
);

function SignOutEntry({
  isLink,
  core,
  client,
  memory,
  page,
  config,
}: AccountMenuContentProps & { readonly isLink: boolean }): ReactElement {
  const [isBusy, setIsBusy] = useState(false);
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  const label = <FormattedMessage id="security.account.logOut" defaultMessage="Log out" />;
  const look = { size: 's', color: 'danger', iconType: 'logOut', flush: 'left' } as const;
  if (isLink) {
    return (
      <EuiButtonEmpty
        {...look}
        href={signOutLink(core.http.basePath)}
        onClick={() => {
          memory.clearPopupMark();
          announceSignOut();
          forgetKeptText();
        }}
        data-test-subj="log-out-1"
      >
        {label}
      </EuiButtonEmpty>
    );
  }
  const leave = async () => {
    setIsBusy(true);
    try {
      await signOut({ client, memory, page, basePath: core.http.basePath, config });
    } catch (error) {
      core.notifications.toasts.addDanger({
        title: i18n.translate('security.account.logOutFailed', {
          defaultMessage: 'Failed to log out.',
        }),
        text: errorText(error),
      });
      if (isMounted.current) setIsBusy(false);
    }
  };
  return (
    <EuiButtonEmpty
      {...look}
      isLoading={isBusy}
      onClick={() => void leave()}
      data-test-subj="log-out-2"
    >
      {label}
    </EuiButtonEmpty>
  );
}
