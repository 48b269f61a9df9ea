export { CoreContext, useCoreTheme } from './core_context';
export { useLogoUrl } from './use_logo_url';
export { ThemeService } from './theme_service';
