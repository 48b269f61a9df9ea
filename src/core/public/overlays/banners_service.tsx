/**
 * Banners above the page's content, by priority, and the user's own banner from the settings.
 * Source: specification sections 2.6, 4, 5 and 9; docs/reference/core.md#banners.
 */
import { BehaviorSubject, type Observable } from 'rxjs';
import type { MountPoint } from '../types';
import type { IUiSettingsClient } from '../ui_settings/types';
import { BannersList } from './banners_list';
import type { OverlayBanner, OverlayBannersStart } from './types';
import { UserBannerService } from './user_banner_service';

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
    // Sorting is stable: equal priorities stay in the order they came in.
    this.banners$.next([...others, banner].sort((a, b) => b.priority - a.priority));
    return banner.id;
  };

  get$ = (): Observable<OverlayBanner[]> => this.banners$.asObservable();
}
