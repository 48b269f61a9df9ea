/** Get started page. */
import {
  EuiButton,
  EuiButtonEmpty,
  EuiFlexGroup,
  EuiFlexItem,
  EuiSpacer,
  EuiSteps,
  EuiText,
} from '@elastic/eui';
import { errorText, send, t, useObservable } from '@sd/core/public';
import { PageHeader, Panel, useLink, usePage } from '@sd/ui_kit';
import { type ReactElement, type ReactNode, useState } from 'react';
import { PURGE_CACHE } from '../../../common';
import { useAdmin } from '../../services/admin_context';
import { useLackingText, useMayOpen } from '../../services/rights';
import { AUDIT_PAGES, AUTH_PAGE, ROLE_PAGES, TENANT_PAGES, USER_PAGES } from './paths';

export function StartPage(): ReactElement {
  const { config, tenancy } = useAdmin();
  const { isEnabled: hasTenants } = useObservable(tenancy.rules$, tenancy.rules);
  usePage([{ text: t('security.common.getStarted', 'Get started') }]);
  const steps = [...(config.ui.backend_configurable ? [backends()] : []), roles(), users()];
  return (
    <>
      <PageHeader
        title={t('security.common.getStarted', 'Get started')}
        description={t(
          'security.start.intro',
          'Decide who can access what. These steps cover the basics.'
        )}
      />
      <Panel title={t('security.start.basics', 'Set up security')}>
        <EuiSteps headingElement="h3" titleSize="xs" steps={steps} />
      </Panel>
      <EuiSpacer size="m" />
      <Optional
        title={t('security.start.audit', 'Optional: Configure audit logs')}
        text={t(
          'security.start.auditText',
          'Audit logs record who accessed what, for compliance and investigations.'
        )}
      >
        <LinkButton path={AUDIT_PAGES.main} testSubject="review-audit-log-configuration">
          {t('security.start.auditButton', 'Review Audit Log Configuration')}
        </LinkButton>
      </Optional>
      {hasTenants && (
        <>
          <EuiSpacer size="m" />
          <Optional
            title={t('security.start.tenants', 'Optional: Tenants')}
            text={t(
              'security.start.tenantsText',
              'Tenants are separate spaces for dashboards and other saved objects. Roles decide who can use them.'
            )}
          >
            <LinkButton path={TENANT_PAGES.list} testSubject="review-tenants">
              {t('security.start.tenantsButton', 'Review tenants')}
            </LinkButton>
          </Optional>
        </>
      )}
      <EuiSpacer size="m" />
      <Optional
        title={t('security.start.cache', 'Optional: Purge cache')}
        text={t(
          'security.start.cacheText',
          'Roles and permissions are cached after login. Purge the cache to apply changes made elsewhere.'
        )}
      >
        <PurgeButton />
      </Optional>
    </>
  );
}

const backends = () => ({
  title: t('security.start.backends', 'Add backends'),
  children: (
    <Step
      text={t(
        'security.start.backendsText',
        'Authentication identifies users, and authorization fetches their backend roles, for example LDAP groups. Set up both on the Authentication page or in {file}.',
        { file: 'config.yml' }
      )}
    >
      <LinkButton path={AUTH_PAGE} testSubject="review-authentication-and-authorization">
        {t('security.start.backendsButton', 'Review authentication and authorization')}
      </LinkButton>
    </Step>
  ),
});

const roles = () => ({
  title: t('security.start.roles', 'Create roles'),
  children: (
    <Step
      text={t(
        'security.start.rolesText',
        'Roles are reusable sets of permissions. The built-in roles are a good start.'
      )}
    >
      <LinkButton path={ROLE_PAGES.list} testSubject="explore-existing-roles">
        {t('security.start.rolesButton', 'Explore existing roles')}
      </LinkButton>
      <LinkButton path={ROLE_PAGES.create} testSubject="create-new-role">
        {t('security.start.newRole', 'Create new role')}
      </LinkButton>
    </Step>
  ),
});

const users = () => ({
  title: t('security.common.mapUsers', 'Map users'),
  children: (
    <Step
      text={t(
        'security.start.usersText',
        'Map roles to users, or to backend roles that many users share.'
      )}
    >
      <LinkButton path={USER_PAGES.list} testSubject="map-users-to-role">
        {t('security.start.usersButton', 'Map users to a role')}
      </LinkButton>
      <LinkButton path={USER_PAGES.create} testSubject="create-internal-user">
        {t('security.common.createUser', 'Create user')}
      </LinkButton>
    </Step>
  ),
});

interface StepProps {
  readonly text: ReactNode;
  readonly children: ReactNode;
}

const Step = ({ text, children }: StepProps): ReactElement => (
  <>
    <EuiText size="s" style={{ maxWidth: 'min(90ch, 800px)' }}>
      <p>{text}</p>
    </EuiText>
    <EuiSpacer size="s" />
    <Buttons>{children}</Buttons>
  </>
);

const Optional = ({
  title,
  text,
  children,
}: StepProps & { readonly title: ReactNode }): ReactElement => (
  <Panel title={title} description={text}>
    <Buttons>{children}</Buttons>
  </Panel>
);

const Buttons = ({ children }: { readonly children: ReactNode }): ReactElement => (
  <EuiFlexGroup gutterSize="s" responsive={false} wrap>
    {children}
  </EuiFlexGroup>
);

interface LinkButtonProps {
  readonly path: string;
  readonly testSubject: string;
  readonly children: ReactNode;
}

function LinkButton({ path, testSubject, children }: LinkButtonProps): ReactElement | null {
  const link = useLink();
  if (!useMayOpen()(path)) return null;
  return (
    <EuiFlexItem grow={false} style={{ minInlineSize: 0 }}>
      <EuiButton
        {...link(path)}
        size="s"
        // In the narrowest windows the longest label takes two lines.
        style={{ blockSize: 'auto', minBlockSize: 32, lineHeight: 1.4, whiteSpace: 'normal' }}
        textProps={false}
        data-test-subj={testSubject}
      >
        {children}
      </EuiButton>
    </EuiFlexItem>
  );
}

function PurgeButton(): ReactElement {
  const { core } = useAdmin();
  const [isBusy, setIsBusy] = useState(false);
  const lacking = useLackingText()(['DELETE CACHE']);
  const { toasts } = core.notifications;
  if (lacking !== undefined)
    return (
      <EuiText size="s" color="subdued">
        <p>{lacking}</p>
      </EuiText>
    );
  const purge = async () => {
    setIsBusy(true);
    try {
      await send(core.http, PURGE_CACHE);
      toasts.addSuccess({
        title: t('security.start.purged', 'Cache purged'),
      });
    } catch (error) {
      toasts.addDanger({
        title: t('security.start.notPurged', 'Failed to purge the cache'),
        text: errorText(error),
      });
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <EuiFlexItem grow={false}>
      <EuiButtonEmpty
        iconType="refresh"
        size="s"
        isLoading={isBusy}
        onClick={() => void purge()}
        data-test-subj="purge-cache"
      >
        {t('security.start.purge', 'Purge cache')}
      </EuiButtonEmpty>
    </EuiFlexItem>
  );
}
