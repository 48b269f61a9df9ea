/**
 * Get started page. Source: specification section 2.1 (admin app);
 * docs/reference/security-app.md#get-started.
 */
import {
  EuiButton,
  EuiButtonEmpty,
  EuiFlexGroup,
  EuiFlexItem,
  EuiSpacer,
  EuiSteps,
  EuiText,
} from '@elastic/eui';
import { errorText, FormattedMessage, i18n, useObservable } from '@sd/core/public';
import { PageHeader, Panel, useLink, usePage } from '@sd/ui_kit';
import { type ReactElement, type ReactNode, useState } from 'react';
import { useAdmin } from '../../services/admin_context';
import { AUDIT_PAGES, AUTH_PAGE, ROLE_PAGES, TENANT_PAGES, USER_PAGES } from './paths';

export function StartPage(): ReactElement {
  const { config, tenancy } = useAdmin();
  const { isEnabled: hasTenants } = useObservable(tenancy.rules$, tenancy.rules);
  usePage([{ text: i18n.translate('security.start.crumb', { defaultMessage: 'Get started' }) }]);
  const steps = [...(config.ui.backend_configurable ? [backends()] : []), roles(), users()];
  return (
    <>
      <PageHeader
        title={<FormattedMessage id="security.start.title" defaultMessage="Get started" />}
        description={
          <FormattedMessage
            id="security.start.intro"
            defaultMessage="Security says which calls people may make, and which data they reach. These steps set up the basics."
          />
        }
      />
      <Panel
        title={<FormattedMessage id="security.start.basics" defaultMessage="Set up security" />}
      >
        <EuiSteps headingElement="h3" titleSize="xs" steps={steps} />
      </Panel>
      <EuiSpacer size="m" />
      <Optional
        title={
          <FormattedMessage
            id="security.start.audit"
            defaultMessage="Optional: Configure audit logs"
          />
        }
        text={
          <FormattedMessage
            id="security.start.auditText"
            defaultMessage="Audit logs track access, which is useful for compliance and after something has happened."
          />
        }
      >
        <LinkButton path={AUDIT_PAGES.main} testSubject="review-audit-log-configuration">
          <FormattedMessage
            id="security.start.auditButton"
            defaultMessage="Review Audit Log Configuration"
          />
        </LinkButton>
      </Optional>
      {hasTenants && (
        <>
          <EuiSpacer size="m" />
          <Optional
            title={
              <FormattedMessage id="security.start.tenants" defaultMessage="Optional: Tenants" />
            }
            text={
              <FormattedMessage
                id="security.start.tenantsText"
                defaultMessage="Tenants are spaces in which people keep dashboards and other objects apart from one another, or share them."
              />
            }
          >
            <LinkButton path={TENANT_PAGES.list} testSubject="review-tenants">
              <FormattedMessage id="security.start.tenantsButton" defaultMessage="Review tenants" />
            </LinkButton>
          </Optional>
        </>
      )}
      <EuiSpacer size="m" />
      <Optional
        title={
          <FormattedMessage id="security.start.cache" defaultMessage="Optional: Purge cache" />
        }
        text={
          <FormattedMessage
            id="security.start.cacheText"
            defaultMessage="What was found out about users who have signed in, their roles and permissions, is remembered for a while. Purging the cache makes the backend find it out anew."
          />
        }
      >
        <PurgeButton />
      </Optional>
    </>
  );
}

const backends = () => ({
  title: i18n.translate('security.start.backends', { defaultMessage: 'Add backends' }),
  children: (
    <Step
      text={
        <FormattedMessage
          id="security.start.backendsText"
          defaultMessage="Authentication finds out who somebody is, authorization fetches the backend roles, groups of LDAP for example. The configuration file {file} of the backend sets up both."
          values={{ file: 'config.yml' }}
        />
      }
    >
      <LinkButton path={AUTH_PAGE} testSubject="review-authentication-and-authorization">
        <FormattedMessage
          id="security.start.backendsButton"
          defaultMessage="Review authentication and authorization"
        />
      </LinkButton>
    </Step>
  ),
});

const roles = () => ({
  title: i18n.translate('security.start.roles', { defaultMessage: 'Create roles' }),
  children: (
    <Step
      text={
        <FormattedMessage
          id="security.start.rolesText"
          defaultMessage="Roles are collections of permissions to be used again and again. The ones that come with the product are a good start."
        />
      }
    >
      <LinkButton isFilled path={ROLE_PAGES.list} testSubject="explore-existing-roles">
        <FormattedMessage id="security.start.rolesButton" defaultMessage="Explore existing roles" />
      </LinkButton>
      <LinkButton path={ROLE_PAGES.create} testSubject="create-new-role">
        <FormattedMessage id="security.start.newRole" defaultMessage="Create new role" />
      </LinkButton>
    </Step>
  ),
});

const users = () => ({
  title: i18n.translate('security.start.users', { defaultMessage: 'Map users' }),
  children: (
    <Step
      text={
        <FormattedMessage
          id="security.start.usersText"
          defaultMessage="Once it is known who somebody is, the roles are looked up. Map roles to users, or to backend roles that many users have."
        />
      }
    >
      <LinkButton isFilled path={USER_PAGES.list} testSubject="map-users-to-role">
        <FormattedMessage id="security.start.usersButton" defaultMessage="Map users to a role" />
      </LinkButton>
      <LinkButton path={USER_PAGES.create} testSubject="create-internal-user">
        <FormattedMessage id="security.start.newUser" defaultMessage="Create internal user" />
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
  readonly isFilled?: boolean;
  readonly children: ReactNode;
}

function LinkButton({ path, testSubject, isFilled, children }: LinkButtonProps): ReactElement {
  const link = useLink();
  return (
    <EuiFlexItem grow={false} style={{ minInlineSize: 0 }}>
      <EuiButton
        {...link(path)}
        fill={isFilled}
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
  const { configuration, core } = useAdmin();
  const [isBusy, setIsBusy] = useState(false);
  const { toasts } = core.notifications;
  const purge = async () => {
    setIsBusy(true);
    try {
      await configuration.purgeCache();
      toasts.addSuccess({
        title: i18n.translate('security.start.purged', { defaultMessage: 'Cache purged' }),
      });
    } catch (error) {
      toasts.addDanger({
        title: i18n.translate('security.start.notPurged', {
          defaultMessage: 'Failed to purge the cache',
        }),
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
        <FormattedMessage id="security.start.purge" defaultMessage="Purge cache" />
      </EuiButtonEmpty>
    </EuiFlexItem>
  );
}
