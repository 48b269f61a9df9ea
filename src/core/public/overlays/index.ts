export { Markdown } from './ui/lazy_markdown';
export { OverlayService } from './overlay_service';
