/** Message for a page whose tenant is no longer the current one. Lazy chunk. */
import { EuiButton, EuiSpacer } from '@elastic/eui';
import { type MountPoint, mountReactNode, t } from '@sd/core/public';

export const tenantChangedText = (reload: () => void): MountPoint =>
  mountReactNode(
    <>
      <p>
        {t(
          'security.tenantChanged.text',
          'It was switched in another tab, or an administrator changed the tenants. This page still shows the previous tenant.'
        )}
      </p>
      <EuiSpacer size="s" />
      <EuiButton size="s" color="warning" onClick={reload} data-test-subj="reload-in-tenant">
        {t('security.tenantChanged.reload', 'Reload page')}
      </EuiButton>
    </>
  );
