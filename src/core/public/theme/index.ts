export { CoreContext, useCoreTheme } from './core_context';
export { ThemeService } from './theme_service';
