/** QR code as an image. The library loads on first use. */
import { t } from '@sd/core/public';
import { type ReactElement, useEffect, useState } from 'react';

/** Quiet zone in modules per side (ISO/IEC 18004). */
const QUIET = 4;
const SIZE_PX = 200;

interface Drawing {
  readonly path: string;
  readonly modules: number;
}

export function QrCode({ text }: { readonly text: string }): ReactElement {
  const [drawing, setDrawing] = useState<Drawing>();
  useEffect(() => {
    let isUnmounted = false;
    import('uqr').then(
      ({ encode }) => {
        const { data, size } = encode(text, { border: QUIET });
        const path = data
          .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
          .join('');
        if (!isUnmounted) setDrawing({ path, modules: size });
      },
      // The user can type the key next to the code instead.
      () => undefined
    );
    return () => {
      isUnmounted = true;
    };
  }, [text]);
  return (
    <div style={{ blockSize: SIZE_PX, inlineSize: SIZE_PX, maxInlineSize: '100%' }}>
      {drawing && (
        <svg
          role="img"
          aria-label={t('security.factors.qrCode', 'QR code for your authenticator app')}
          viewBox={`0 0 ${drawing.modules} ${drawing.modules}`}
          width="100%"
          height="100%"
          shapeRendering="crispEdges"
        >
          <rect width="100%" height="100%" fill="#ffffff" />
          <path d={drawing.path} fill="#000000" />
        </svg>
      )}
    </div>
  );
}
