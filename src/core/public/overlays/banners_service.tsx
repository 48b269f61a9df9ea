/** Banners above the page's content, by priority, and the banner from the settings. */
import { type ReactElement, useLayoutEffect, useRef } from 'react';
import { BehaviorSubject, filter, type Observable, type Subscription } from 'rxjs';
import { t } from '../i18n';
import { mountSafely, useObservable } from '../utils';
import type { OverlayBanner, OverlayBannersStart } from './types';
import { mountLazily } from './mount_lazily';
import type { MountPoint } from '../types';
import type { IUiSettingsClient } from '../ui_settings/types';

const NO_BANNERS: OverlayBanner[] = [];

/** Renders nothing without banners. Source: docs/reference/core.md#banners. */
function BannersList({
  banners$,
}: {
  readonly banners$: Observable<OverlayBanner[]>;
}): ReactElement | null {
  const banners = useObservable(banners$, NO_BANNERS);
  if (banners.length === 0) return null;
  return (
    <section
      className="kbnGlobalBannerList"
      aria-label={t('core.overlays.banners.ariaLabel', 'Announcements')}
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

/**
 * The banner that administrators write in the advanced settings, in Markdown. Source: specification
 * sections 4 "Banner", 5 "Banner needs ..." and 9; docs/reference/core.md#banners (the document
 * gives 100 as the banner's priority, the specification as its delay: both apply).
 */
const CONTENT_KEY = 'notifications:banner';
const LIFETIME_KEY = 'notifications:lifetime:banner';
const USER_BANNER_PRIORITY = 100;
/** Specification section 9. */
export const USER_BANNER_MOUNT_DELAY_MS = 100;
/** Browsers store timer delays as signed 32-bit integers; a longer one would fire immediately. */
const MAX_TIMER_MS = 2 ** 31 - 1;

interface UserBannerStartDeps {
  readonly banners: Pick<OverlayBannersStart, 'replace' | 'remove'>;
  readonly uiSettings: Pick<IUiSettingsClient, 'get' | 'getUpdate$'>;
}

class UserBannerService {
  private subscription?: Subscription;
  private clearTimer: () => void = () => undefined;

  start({ banners, uiSettings }: UserBannerStartDeps): void {
    let bannerId: string | undefined;

    const remove = (): void => {
      this.clearTimer();
      if (bannerId !== undefined) banners.remove(bannerId);
      bannerId = undefined;
    };
    const update = (): void => {
      const content = uiSettings.get<unknown>(CONTENT_KEY);
      const lifetimeMs = uiSettings.get<unknown>(LIFETIME_KEY);
      const hasBanner =
        typeof content === 'string' && content.trim() !== '' && isDuration(lifetimeMs);
      if (!hasBanner) return remove();
      this.clearTimer();
      const mount = this.mountBanner(content.trim(), lifetimeMs, remove);
      bannerId = banners.replace(bannerId, mount, USER_BANNER_PRIORITY);
    };

    update();
    this.subscription = uiSettings
      .getUpdate$()
      .pipe(filter(({ key }) => key === CONTENT_KEY || key === LIFETIME_KEY))
      .subscribe(update);
  }

  stop(): void {
    this.clearTimer();
    this.subscription?.unsubscribe();
  }

  /** The lifetime starts when the banner becomes visible. */
  private mountBanner(content: string, lifetimeMs: number, remove: () => void): MountPoint {
    const draw = mountLazily(async () => {
      const { mountUserBanner } = await import('./ui/user_banner');
      return mountUserBanner({ content, onClose: remove });
    }, content);
    return (element) => {
      let undraw = (): void => undefined;
      this.startTimer(() => {
        undraw = draw(element);
        if (lifetimeMs <= MAX_TIMER_MS) this.startTimer(remove, lifetimeMs);
      }, USER_BANNER_MOUNT_DELAY_MS);
      return () => {
        this.clearTimer();
        undraw();
      };
    };
  }

  /** One timer at a time: first the delay before the banner appears, then its lifetime. */
  private startTimer(onEnd: () => void, delayMs: number): void {
    const timer = setTimeout(onEnd, delayMs);
    this.clearTimer = () => clearTimeout(timer);
  }
}

const isDuration = (value: unknown): value is number =>
  typeof value === 'number' && !Number.isNaN(value);

const DEFAULT_BANNER_PRIORITY = 0;

export class OverlayBannersService {
  private readonly userBanner = new UserBannerService();

  start({
    uiSettings,
  }: {
    readonly uiSettings: Pick<IUiSettingsClient, 'get' | 'getUpdate$'>;
  }): OverlayBannersStart {
    const banners = new BannerStore();
    this.userBanner.start({ banners, uiSettings });
    return {
      add: banners.add,
      remove: banners.remove,
      replace: banners.replace,
      get$: banners.get$,
      getComponent: () => <BannersList banners$={banners.get$()} />,
    };
  }

  stop(): void {
    this.userBanner.stop();
  }
}

class BannerStore {
  private readonly banners$ = new BehaviorSubject<OverlayBanner[]>([]);
  private idCounter = 0;

  add = (mount: MountPoint, priority = DEFAULT_BANNER_PRIORITY): string =>
    this.replace(undefined, mount, priority);

  remove = (id: string): boolean => {
    const remaining = this.banners$.value.filter((banner) => banner.id !== id);
    if (remaining.length === this.banners$.value.length) return false;
    this.banners$.next(remaining);
    return true;
  };

  replace = (
    id: string | undefined,
    mount: MountPoint,
    priority = DEFAULT_BANNER_PRIORITY
  ): string => {
    const banner: OverlayBanner = { id: String(this.idCounter++), mount, priority };
    const others = this.banners$.value.filter((other) => other.id !== id);
    // The sort is stable: banners of equal priority keep their insertion order.
    this.banners$.next([...others, banner].sort((a, b) => b.priority - a.priority));
    return banner.id;
  };

  get$ = (): Observable<OverlayBanner[]> => this.banners$.asObservable();
}
