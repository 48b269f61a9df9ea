import { type ReactElement, useLayoutEffect, useRef } from 'react';
import type { Observable } from 'rxjs';
import { i18n } from '../i18n';
import { mountSafely, useObservable } from '../utils';
import type { OverlayBanner } from './types';

const NO_BANNERS: OverlayBanner[] = [];

/** Nothing at all while there are no banners. Source: docs/reference/core.md#banners. */
export function BannersList({
  banners$,
}: {
  readonly banners$: Observable<OverlayBanner[]>;
}): ReactElement | null {
  const banners = useObservable(banners$, NO_BANNERS);
  if (banners.length === 0) return null;
  return (
    <section
      className="kbnGlobalBannerList"
      aria-label={i18n.translate('core.overlays.banners.ariaLabel', {
        defaultMessage: 'Announcements',
      })}
    >
      {banners.map((banner) => (
        <BannerItem key={banner.id} banner={banner} />
      ))}
    </section>
  );
}

function BannerItem({ banner }: { readonly banner: OverlayBanner }): ReactElement {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => mountSafely(banner.mount, element.current as HTMLDivElement), [banner]);
  return (
    <div
      ref={element}
      className="kbnGlobalBannerList__item"
      data-test-priority={banner.priority}
      data-test-subj={`global-banner-item-${banner.id}`}
    />
  );
}
