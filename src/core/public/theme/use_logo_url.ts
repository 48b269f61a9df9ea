import type { Branding } from '../../common';
import { useCoreTheme } from './core_context';

/** The installation's logo for the scheme in force; undefined: there is none. */
export function useLogoUrl({ logoUrl, logoUrlDark }: Branding): string | undefined {
  return useCoreTheme().darkMode ? logoUrlDark : logoUrl;
}
