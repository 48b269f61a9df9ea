/** What the account menu shows. Source: specification sections 2.2 and 4 ("Log out button"). */
import {
  EuiAvatar,
  EuiButtonEmpty,
  EuiFlexGroup,
  EuiFlexItem,
  EuiHorizontalRule,
  EuiText,
} from '@elastic/eui';
import { FormattedMessage } from '@sd/core/public';
import { Fragment, type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react';
import { type AccountInfo } from '../../../common';
import { tenantLabel } from '../../services/tenant_labels';
import { logoutKind, logoutLink } from '../../services/logout';
import type { CurrentTenant } from '../../types';
import { accountActions, logOut, logOutText, prepareToLeave } from '../../services/account_actions';
import type { AccountMenuDeps } from './account_menu_deps';

export interface AccountMenuContentProps extends AccountMenuDeps {
  readonly account: AccountInfo;
  readonly tenant: CurrentTenant | undefined;
  readonly onDone: () => void;
}

export function AccountMenuContent(props: AccountMenuContentProps): ReactElement {
  const { account, tenant, config, dialogs, onDone } = props;
  const entries: ReactNode[] = accountActions(props, account, dialogs).map(
    ({ id, label, iconType, run }) => (
      <EuiButtonEmpty
        key={id}
        size="s"
        color="text"
        iconType={iconType}
        flush="left"
        onClick={() => {
          onDone();
          run();
        }}
        data-test-subj={id}
      >
        {label}
      </EuiButtonEmpty>
    )
  );
  const kind = logoutKind(config.auth.type);
  if (kind !== 'none') entries.push(<LogoutEntry key="out" {...props} isLink={kind === 'link'} />);

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

function LogoutEntry({
  isLink,
  ...props
}: AccountMenuContentProps & { readonly isLink: boolean }): ReactElement {
  const [isBusy, setIsBusy] = useState(false);
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  const look = { size: 's', color: 'danger', iconType: 'logOut', flush: 'left' } as const;
  if (isLink) {
    return (
      <EuiButtonEmpty
        {...look}
        href={logoutLink(props.core.http.basePath)}
        onClick={() => prepareToLeave(props)}
        data-test-subj="log-out-1"
      >
        {logOutText()}
      </EuiButtonEmpty>
    );
  }
  const leave = async () => {
    setIsBusy(true);
    const isLeaving = await logOut(props);
    if (!isLeaving && isMounted.current) setIsBusy(false);
  };
  return (
    <EuiButtonEmpty
      {...look}
      isLoading={isBusy}
      onClick={() => void leave()}
      data-test-subj="log-out-2"
    >
      {logOutText()}
    </EuiButtonEmpty>
  );
}
