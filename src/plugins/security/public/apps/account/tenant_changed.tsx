/** Message for a page whose tenant is no longer the current one. Lazy chunk. */
import { EuiButton, EuiSpacer } from '@elastic/eui';
import { FormattedMessage, type MountPoint, mountReactNode } from '@sd/core/public';

export const tenantChangedText = (reload: () => void): MountPoint =>
  mountReactNode(
    <>
      <p>
        <FormattedMessage
          id="security.tenantChanged.text"
          defaultMessage="Another tab chose it, or an administrator changed which tenants there are. What this page shows is still from the tenant before."
        />
      </p>
      <EuiSpacer size="s" />
      <EuiButton size="s" color="warning" onClick={reload} data-test-subj="reload-in-tenant">
        <FormattedMessage id="security.tenantChanged.reload" defaultMessage="Reload the page" />
      </EuiButton>
    </>
  );
