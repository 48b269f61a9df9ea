/**
 * Avatar and tenant at the top right, and the menu behind the avatar. Source: specification section
 * 2.2; the tenant beside the avatar answers the most frequent complaint.
 */
import {
  EuiAvatar,
  EuiButtonEmpty,
  EuiPopover,
  useEuiTheme,
  useIsWithinBreakpoints,
} from '@elastic/eui';
import { css } from '@emotion/css';
import { i18n, mountReactNode, type UnmountCallback, useObservable } from '@sd/core/public';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import type { CurrentTenant } from '../../types';
import { AccountMenuContent } from './account_menu_content';
import type { AccountMenuDeps } from './account_menu_deps';

export const mountAccountMenu = (deps: AccountMenuDeps, element: HTMLElement): UnmountCallback =>
  mountReactNode(<AccountMenu {...deps} />)(element);

export function AccountMenu(deps: AccountMenuDeps): ReactElement | null {
  const { session, dialogs, memory, shouldAsk } = deps;
  const account = useObservable(session.account$, session.account);
  const tenant = useObservable<CurrentTenant | undefined>(session.currentTenant$, undefined);
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!shouldAsk || !memory.mayShowPopup) return;
    // Also when the header mounts the control again: once per tab and sign-in.
    memory.markPopupShown();
    dialogs.openTenantSwitcher();
  }, [dialogs, memory, shouldAsk]);

  if (!account) return null;
  const close = () => setIsOpen(false);
  const leave = () => {
    close();
    // The entry that was chosen is about to vanish; a dialog gives the focus back to the menu.
    button.current?.focus();
  };
  const label = i18n.translate('security.account.menuLabel', {
    defaultMessage: 'Account menu: {user}',
    values: { user: account.user_name },
  });
  return (
    <div className={ROW}>
      {tenant && <TenantButton tenant={tenant} onClick={dialogs.openTenantSwitcher} />}
      <EuiPopover
        isOpen={isOpen}
        closePopover={close}
        anchorPosition="downRight"
        panelPaddingSize="m"
        aria-label={label}
        repositionOnScroll
        repositionToCrossAxis={false}
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

const ROW = css({ display: 'flex', alignItems: 'center', gap: 4, minWidth: 0 });
const AVATAR_BUTTON = css({
  display: 'flex',
  padding: 8,
  borderRadius: '50%',
  cursor: 'pointer',
  '&:focus-visible': { outline: '2px solid currentColor', outlineOffset: -4 },
});

/** The avatar's own tool tip would lie over the open menu. */
const NO_TOOLTIP = css({ pointerEvents: 'none' });

function TenantButton({
  tenant,
  onClick,
}: {
  readonly tenant: CurrentTenant;
  readonly onClick: () => void;
}): ReactElement {
  const { euiTheme } = useEuiTheme();
  const isNarrow = useIsWithinBreakpoints(['xs', 's']);
  return (
    <EuiButtonEmpty
      size="s"
      color="text"
      iconType={isNarrow ? undefined : 'users'}
      onClick={onClick}
      title={tenant.label}
      aria-label={i18n.translate('security.account.tenantButton', {
        defaultMessage: 'Tenant: {tenant}. Switch tenant',
        values: { tenant: tenant.label },
      })}
      aria-haspopup="dialog"
      data-test-subj="current-tenant"
      style={{
        maxWidth: 'clamp(72px, 22vw, 220px)',
        border: `1px solid ${euiTheme.colors.borderBasePlain}`,
      }}
    >
      {tenant.label}
    </EuiButtonEmpty>
  );
}
