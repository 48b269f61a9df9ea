import type { Branding } from '../../common';
import { useCoreTheme } from './core_context';

/** Returns the installation's logo for the current color scheme, or undefined if there is none. */
export function useLogoUrl({ logoUrl, logoUrlDark }: Branding): string | undefined {
  return useCoreTheme().darkMode ? logoUrlDark : logoUrl;
}
