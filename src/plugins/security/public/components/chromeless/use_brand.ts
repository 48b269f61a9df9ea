import { useLogoUrl } from '@sd/core/public';
import type { ScreenDeps } from '../../services/screen_deps';

/** Branding of error pages, taken from the login page. */
export function useBrand({ core, config }: ScreenDeps): {
  isBrandShown: boolean;
  brandImageUrl?: string;
} {
  const { showbrandimage, brandimage } = config.ui.basicauth.login;
  const logoUrl = useLogoUrl(core.injectedMetadata.getBranding());
  return {
    isBrandShown: showbrandimage,
    brandImageUrl: brandimage || logoUrl,
  };
}
