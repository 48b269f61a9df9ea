/** In place of a page whose backend cannot do what it needs. */
import { FormattedMessage } from '@sd/core/public';
import { NotFoundPrompt, usePage } from '@sd/ui_kit';
import type { ReactElement, ReactNode } from 'react';

export interface MissingFeatureProps {
  /** Of the page. */
  readonly title: string;
  /** What cannot be done, and what one can do instead. */
  readonly reason: ReactNode;
}

export function MissingFeature({ title, reason }: MissingFeatureProps): ReactElement {
  usePage([{ text: title }]);
  return (
    <NotFoundPrompt
      title={title}
      body={reason}
      linkPath="/"
      linkText={
        <FormattedMessage id="security.missingFeature.back" defaultMessage="Go to Get started" />
      }
    />
  );
}
