export { Markdown } from './ui/lazy_markdown';
export { OverlayService } from './overlay_service';
export type {
  OverlayBanner,
  OverlayBannersStart,
  OverlayFlyoutOpenOptions,
  OverlayModalConfirmOptions,
  OverlayModalOpenOptions,
  OverlayRef,
  OverlayStart,
} from './types';
