import { useLogoUrl } from '@sd/core/public';
import type { ScreenDeps } from '../../services/screen_deps';

/** Branding of error pages, taken from the login page. */
export function useBrand({ core, config }: ScreenDeps): {
  showsBrand: boolean;
  brandImageUrl?: string;
} {
  const { showbrandimage, brandimage } = config.ui.basicauth.login;
  const logoUrl = useLogoUrl(core.injectedMetadata.getBranding());
  return {
    showsBrand: showbrandimage,
    brandImageUrl: brandimage || logoUrl,
  };
}
