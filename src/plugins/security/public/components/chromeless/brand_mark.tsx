/** The built-in logo of the pages outside the shell: a shield, drawn inline to save a request. */
import type { ReactElement } from 'react';

export interface BrandMarkProps {
  /** Address of an image instead of the built-in one. */
  readonly imageUrl?: string;
}

export function BrandMark({ imageUrl }: BrandMarkProps): ReactElement {
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
