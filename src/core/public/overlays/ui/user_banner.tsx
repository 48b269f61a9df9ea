/** The banner from the settings. Lazy chunk; its Markdown renderer is a separate, larger one. */
import { EuiButton, EuiCallOut, EuiLoadingSpinner, EuiSpacer } from '@elastic/eui';
import { type ReactElement, Suspense } from 'react';
import { t } from '../../i18n';
import type { MountPoint } from '../../types';
import { mountReactNode } from '../../theme/render_app';
import { Markdown } from './lazy_markdown';

export interface UserBannerProps {
  /** Markdown; HTML is not rendered. */
  readonly content: string;
  readonly onClose: () => void;
}

export const mountUserBanner = (props: UserBannerProps): MountPoint =>
  mountReactNode(<UserBanner {...props} />);

function UserBanner({ content, onClose }: UserBannerProps): ReactElement {
  return (
    <EuiCallOut
      title={t('core.ui.overlays.banner.attentionTitle', 'Attention')}
      iconType="info"
      announceOnMount={false}
      style={{ margin: '8px 8px 0' }}
    >
      <Suspense fallback={<EuiLoadingSpinner size="m" />}>
        <Markdown>{content}</Markdown>
      </Suspense>
      <EuiSpacer size="s" />
      <EuiButton color="primary" size="s" onClick={onClose} data-test-subj="userBannerClose">
        {t('core.ui.overlays.banner.closeButtonLabel', 'Close')}
      </EuiButton>
    </EuiCallOut>
  );
}
