import { useLogoUrl } from '@sd/core/public';
import type { ScreenDeps } from '../../services/screen_deps';

/** What error pages show of the brand: that of the login page. */
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
