/**
 * The banner that administrators write in the advanced settings, in Markdown. Source: specification
 * sections 4 "Banner", 5 "Banner needs ..." and 9; docs/reference/core.md#banners (there the 100 is
 * the banner's priority, in the specification its delay: it is both).
 */
import { filter, type Subscription } from 'rxjs';
import { mountLazily } from './mount_lazily';
import type { MountPoint } from '../types';
import type { IUiSettingsClient } from '../ui_settings/types';
import type { OverlayBannersStart } from './types';

const CONTENT_KEY = 'notifications:banner';
const LIFETIME_KEY = 'notifications:lifetime:banner';
const USER_BANNER_PRIORITY = 100;
/** Specification section 9. */
export const USER_BANNER_MOUNT_DELAY_MS = 100;
/** Browsers keep timer delays in a signed 32-bit integer; a longer one would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export interface UserBannerStartDeps {
  readonly banners: Pick<OverlayBannersStart, 'replace' | 'remove'>;
  readonly uiSettings: Pick<IUiSettingsClient, 'get' | 'getUpdate$'>;
}

export class UserBannerService {
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
      const isShown =
        typeof content === 'string' && content.trim() !== '' && isDuration(lifetimeMs);
      if (!isShown) return remove();
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

  /** The lifetime counts from the moment somebody can read the banner. */
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

  /** One at a time: the delay before the banner is there, then its lifetime. */
  private startTimer(onEnd: () => void, delayMs: number): void {
    const timer = setTimeout(onEnd, delayMs);
    this.clearTimer = () => clearTimeout(timer);
  }
}

const isDuration = (value: unknown): value is number =>
  typeof value === 'number' && !Number.isNaN(value);
