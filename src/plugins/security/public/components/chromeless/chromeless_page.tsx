/** Narrow centered column of the login and error pages. Kept small for the first load. */
import type { ReactElement, ReactNode } from 'react';
import { useLightStyles } from './light_styles';

/** Default logo of pages outside the shell: a shield, inlined to save a request. */
interface BrandMarkProps {
  /** Image to show instead of the default logo. */
  readonly imageUrl?: string;
}

function BrandMark({ imageUrl }: BrandMarkProps): ReactElement {
  if (imageUrl)
    return (
      <img
        src={imageUrl}
        alt=""
        style={{ maxWidth: '100%', maxHeight: 120, display: 'block', margin: '0 auto' }}
      />
    );
  return (
    <svg
      width="64"
      height="64"
      viewBox="0 0 64 64"
      aria-hidden="true"
      focusable="false"
      style={{ display: 'block', margin: '0 auto' }}
    >
      <path d="M32 3 8 12v18c0 15 10 26 24 31 14-5 24-16 24-31V12z" fill="#0b64dd" />
      <path d="M32 3v58c14-5 24-16 24-31V12z" fill="#16c5c0" />
      <path
        d="m21 32 8 8 15-17"
        fill="none"
        stroke="#fff"
        strokeWidth="5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

interface ChromelessPageProps {
  readonly showsBrand: boolean;
  readonly brandImageUrl?: string;
  readonly title: ReactNode;
  readonly subtitle: ReactNode;
  readonly children: ReactNode;
}

export function ChromelessPage({
  showsBrand,
  brandImageUrl,
  title,
  subtitle,
  children,
}: ChromelessPageProps): ReactElement {
  const styles = useLightStyles();
  return (
    <div style={{ maxWidth: 400, margin: '0 auto', padding: '10vh 16px 32px' }}>
      <div className={styles.panel}>
        {showsBrand && <BrandMark imageUrl={brandImageUrl} />}
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.subdued}>{subtitle}</p>
        {children}
      </div>
    </div>
  );
}
