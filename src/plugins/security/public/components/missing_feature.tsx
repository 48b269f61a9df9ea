/** Placeholder of a page that the backend does not support. */
import { t } from '@sd/core/public';
import { NotFoundPrompt, usePage } from '@sd/ui_kit';
import type { ReactElement, ReactNode } from 'react';

export interface MissingFeatureProps {
  /** Page title. */
  readonly title: string;
  /** What is not supported and the alternative. */
  readonly reason: ReactNode;
}

export function MissingFeature({ title, reason }: MissingFeatureProps): ReactElement {
  usePage([{ text: title }]);
  return (
    <NotFoundPrompt
      title={title}
      body={reason}
      linkPath="/"
      linkText={t('security.missingFeature.back', 'Go to Get started')}
    />
  );
}
