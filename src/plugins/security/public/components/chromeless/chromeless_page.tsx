/** A narrow column in the middle of an otherwise empty page: login and error pages. Light. */
import type { ReactElement, ReactNode } from 'react';
import { BrandMark } from './brand_mark';
import { useLightStyles } from './light_styles';

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
  const styles = useLightStyles();
  return (
    <div style={{ maxWidth: 400, margin: '0 auto', padding: '10vh 16px 32px' }}>
      <div className={styles.panel}>
        {isBrandShown && <BrandMark imageUrl={brandImageUrl} />}
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.subdued}>{subtitle}</p>
        {children}
      </div>
    </div>
  );
}
