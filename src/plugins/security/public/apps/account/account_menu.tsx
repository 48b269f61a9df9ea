/**
 * Avatar and tenant in the header, with the account menu behind the avatar. Source: specification
 * section 2.2; the tenant beside the avatar answers the most frequent complaint.
 */
import {
  EuiAvatar,
  EuiButtonEmpty,
  EuiFlexGroup,
  EuiFlexItem,
  EuiHorizontalRule,
  EuiLoadingSpinner,
  EuiPopover,
  EuiText,
  useEuiTheme,
  useIsWithinBreakpoints,
} from '@elastic/eui';
import {
  Fragment,
  lazy,
  type ReactElement,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { css } from '@emotion/css';
import { type MountPoint, mountReactNode, t, useObservable } from '@sd/core/public';
import type { AccountInfo } from '../../../common';
import { tenantLabel } from '../../services/tenant_labels';
import { logoutKind, logoutLink } from '../../services/logout';
import type { CurrentTenant } from '../../types';
import { accountActions, logOut, logOutText, prepareToLeave } from '../../services/account_actions';
import type { AccountMenuDeps } from './account_menu_deps';

/** Content of the account menu. Source: specification sections 2.2 and 4 ("Log out button"). */
interface AccountMenuContentProps extends AccountMenuDeps {
  readonly account: AccountInfo;
  readonly tenant: CurrentTenant | undefined;
  readonly onDone: () => void;
}

function AccountMenuContent(props: AccountMenuContentProps): ReactElement {
  const { account, tenant, config, dialogs, onDone } = props;
  const groups: ReactNode[][] = accountActions(props, account, dialogs).map((actions) =>
    actions.map(({ id, label, iconType, run }) => (
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
    ))
  );
  const kind = logoutKind(config.auth.type);
  if (kind !== 'none') groups.push([<LogoutEntry key="out" {...props} isLink={kind === 'link'} />]);

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
            {tenant && !tenant.canWrite
              ? t('security.account.readOnlyTenant', '{tenant} (read only)', {
                  tenant: tenant.label,
                })
              : tenantLabel(account.user_requested_tenant, account.user_name)}
          </EuiText>
        </EuiFlexItem>
      </EuiFlexGroup>
      {groups.map((entries, index) => (
        <Fragment key={index}>
          <EuiHorizontalRule margin="xs" />
          <div className={GROUP}>{entries}</div>
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
  const buttonProps = { size: 's', color: 'text', iconType: 'logOut', flush: 'left' } as const;
  if (isLink) {
    return (
      <EuiButtonEmpty
        {...buttonProps}
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
      {...buttonProps}
      isLoading={isBusy}
      onClick={() => void leave()}
      data-test-subj="log-out-2"
    >
      {logOutText()}
    </EuiButtonEmpty>
  );
}

export const accountMenuMount = (deps: AccountMenuDeps): MountPoint =>
  mountReactNode(<AccountMenu {...deps} />);

export function AccountMenu(deps: AccountMenuDeps): ReactElement | null {
  const { session, dialogs, memory, opensTenantDialog } = deps;
  const account = useObservable(session.account$, session.account);
  const tenant = useObservable<CurrentTenant | undefined>(session.currentTenant$, undefined);
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!opensTenantDialog || !memory.mayShowPopup) return;
    // Also if the header mounts the control again: once per session.
    memory.markPopupOpened();
    dialogs.openTenantSwitcher();
  }, [dialogs, memory, opensTenantDialog]);

  if (!account) return null;
  const close = () => setIsOpen(false);
  // The chosen menu item disappears; closing a dialog returns the focus to the menu button. The
  // menu keeps the focus until it is closed.
  const leave = () => {
    flushSync(close);
    button.current?.focus();
  };
  const label = t('security.account.menuLabel', 'Account menu: {user}', {
    user: account.user_name,
  });
  return (
    <div className={ROW}>
      {tenant && <TenantSwitch {...deps} tenant={tenant} />}
      <EuiPopover
        isOpen={isOpen}
        closePopover={close}
        anchorPosition="downRight"
        panelPaddingSize="m"
        aria-label={label}
        repositionOnScroll
        repositionToCrossAxis={false}
        focusTrapProps={NO_RETURN}
        button={
          <button
            ref={button}
            type="button"
            className={AVATAR_BUTTON}
            aria-label={label}
            aria-expanded={isOpen}
            aria-haspopup="true"
            onClick={() => setIsOpen(!isOpen)}
            data-test-subj="account-popover"
          >
            <span aria-hidden="true" className={NO_TOOLTIP}>
              <EuiAvatar name={account.user_name} size="s" />
            </span>
          </button>
        }
      >
        <AccountMenuContent {...deps} account={account} tenant={tenant} onDone={leave} />
      </EuiPopover>
    </div>
  );
}

const GROUP = css({ display: 'grid', justifyItems: 'start' });
const ROW = css({ display: 'flex', alignItems: 'center', gap: 4, minWidth: 0 });
const AVATAR_BUTTON = css({
  display: 'flex',
  padding: 8,
  borderRadius: '50%',
  cursor: 'pointer',
  '&:focus-visible': { outline: '2px solid currentColor', outlineOffset: -4 },
});

/** Otherwise focus returns to where a quick Tab has taken it before the menu opened. */
const NO_RETURN = { returnFocus: false } as const;

/** The avatar's tooltip would cover the open menu. */
const NO_TOOLTIP = css({ pointerEvents: 'none' });

const loadTenantList = async () => ({ default: (await import('./tenant_list')).TenantList });
const TenantList = lazy(loadTenantList);
/** A failure shows when the list opens. */
const prefetchTenantList = (): void => void loadTenantList().catch(() => undefined);

interface TenantSwitchProps extends AccountMenuDeps {
  readonly tenant: CurrentTenant;
}

/** The current tenant; opens the list of the others. */
function TenantSwitch({ tenant, ...deps }: TenantSwitchProps): ReactElement {
  const { euiTheme } = useEuiTheme();
  const isNarrow = useIsWithinBreakpoints(['xs', 's']);
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <EuiPopover
      isOpen={isOpen}
      closePopover={close}
      anchorPosition="downRight"
      panelPaddingSize="s"
      aria-label={t('security.tenantList.title', 'Switch tenant')}
      repositionOnScroll
      repositionToCrossAxis={false}
      button={
        <EuiButtonEmpty
          size="s"
          color="text"
          iconType={isNarrow ? undefined : 'users'}
          onMouseEnter={prefetchTenantList}
          onFocus={prefetchTenantList}
          onClick={() => setIsOpen(!isOpen)}
          title={tenant.label}
          aria-label={t('security.account.tenantButton', 'Tenant: {tenant}. Switch tenant', {
            tenant: tenant.label,
          })}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          data-test-subj="current-tenant"
          style={{
            maxWidth: 'clamp(72px, 22vw, 220px)',
            border: `1px solid ${euiTheme.colors.borderBasePlain}`,
          }}
        >
          {tenant.label}
        </EuiButtonEmpty>
      }
    >
      <Suspense fallback={<EuiLoadingSpinner size="m" />}>
        <TenantList {...deps} current={tenant.name} onDone={close} />
      </Suspense>
    </EuiPopover>
  );
}
