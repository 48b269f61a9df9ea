/** A narrow column in the middle of an otherwise empty page: login and error pages. Light. */
import { EuiPanel, EuiSpacer, EuiText, EuiTitle } from '@elastic/eui';
import type { ReactElement, ReactNode } from 'react';
import { BrandMark } from './brand_mark';

export interface ChromelessPageProps {
  readonly isBrandShown: boolean;
  readonly brandImageUrl?: string;
  readonly title: ReactNode;
  readonly subtitle: ReactNode;
  readonly children: ReactNode;
}

export function ChromelessPage({
  isBrandShown,
  brandImageUrl,
  title,
  subtitle,
  children,
}: ChromelessPageProps): ReactElement {
  return (
    <main style={{ maxWidth: 400, margin: '0 auto', padding: '10vh 16px 32px' }}>
      <EuiPanel paddingSize="l" hasShadow={false} hasBorder>
        {isBrandShown && (
          <>
            <BrandMark imageUrl={brandImageUrl} />
            <EuiSpacer size="m" />
          </>
        )}
        <EuiTitle size="m">
          <h1 style={{ textAlign: 'center', overflowWrap: 'anywhere' }}>{title}</h1>
        </EuiTitle>
        <EuiSpacer size="s" />
        <EuiText size="s" color="subdued" textAlign="center">
          <p>{subtitle}</p>
        </EuiText>
        <EuiSpacer size="l" />
        {children}
      </EuiPanel>
    </main>
  );
}
