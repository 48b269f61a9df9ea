/**
 * Light or dark theme, switchable without reload. Order of precedence: server configuration,
 * personal choice, choice on this device (which the login page uses), tenant's setting.
 */
import type { EuiThemeModifications } from '@elastic/eui';
import { distinctUntilChanged, filter, type Subscription } from 'rxjs';
import type { BrandColors, Branding } from '../../common';
import { safeStorage } from '../utils/safe_storage';
import type { HttpSetup } from '../http/types';
import type { InjectedMetadataSetup } from '../injected_metadata/types';
import type { IUiSettingsClient } from '../ui_settings/types';
import { currentBrandTheme, currentTheme$ } from './current_theme';
import type { ThemeSetup, ThemeStart } from './types';

/** Alpha channel as the last two digits of a hex color. */
const ALPHA = { light: '0a', hover: '1f', active: '29' } as const;

/** @returns undefined if the brand has no colors */
function brandTheme({ colors }: Branding): EuiThemeModifications | undefined {
  if (!colors) return undefined;
  const { light, dark } = colors;
  return {
    colors: {
      LIGHT: {
        ...colorTokens(light),
        backgroundBaseInteractiveHover: light.primary + ALPHA.light,
        backgroundBaseInteractiveSelect: light.tint,
      },
      DARK: { ...colorTokens(dark), backgroundBaseInteractiveSelect: dark.strongTint },
    },
    components: { buttons: { LIGHT: buttonTokens(light), DARK: buttonTokens(dark) } },
  };
}

const colorTokens = ({ primary, text, tint, strongTint, border }: BrandColors) => ({
  primary,
  primaryText: text,
  textPrimary: text,
  link: text,
  backgroundBasePrimary: tint,
  backgroundTransparentPrimary: tint,
  backgroundLightPrimary: strongTint,
  backgroundFilledPrimary: primary,
  backgroundBaseInteractiveSelectHover: strongTint,
  borderBasePrimary: border,
  borderStrongPrimary: primary,
  highlight: strongTint,
});

const buttonTokens = ({ primary, hover, active }: BrandColors) => ({
  backgroundPrimaryHover: primary + ALPHA.hover,
  backgroundPrimaryActive: primary + ALPHA.active,
  backgroundEmptyPrimaryHover: primary + ALPHA.hover,
  backgroundEmptyPrimaryActive: primary + ALPHA.active,
  backgroundFilledPrimaryHover: hover,
  backgroundFilledPrimaryActive: active,
});

const SETTING = 'theme:darkMode';
export const THEME_STORAGE_KEY = 'core.theme.darkMode';

interface ThemeServiceSetupDeps {
  readonly http: HttpSetup;
  readonly injectedMetadata: InjectedMetadataSetup;
  readonly uiSettings: IUiSettingsClient;
  /** Default: the browser's local storage. */
  readonly storage?: Pick<Storage, 'getItem' | 'setItem'>;
  /** Path of the page, with base path; default: the browser's. */
  readonly getPagePath?: () => string;
}

export class ThemeService {
  private contract?: ThemeSetup;
  private subscription?: Subscription;
  /**
   * Set while a change is being saved: neither its own update nor a rollback may change the
   * device's choice.
   */
  private isSaving = false;

  setup({
    http,
    injectedMetadata,
    uiSettings,
    storage = safeStorage(() => window.localStorage),
    getPagePath = () => window.location.pathname,
  }: ThemeServiceSetupDeps): ThemeSetup {
    const tag = injectedMetadata.getThemeTag();
    const branding = injectedMetadata.getBranding();
    currentBrandTheme.modifications = brandTheme(branding);
    currentBrandTheme.primary = branding.colors && {
      light: branding.colors.light.primary,
      dark: branding.colors.dark.primary,
    };
    const isOverridden = () => uiSettings.isOverridden(SETTING);
    // The tag reflects the theme at page load, which may come from a choice that was cleared since.
    const setting = () =>
      uiSettings.isDeclared(SETTING)
        ? uiSettings.get<boolean>(SETTING) === true
        : tag.endsWith('dark');

    const isPersonal = typeof uiSettings.getPersonal(SETTING) === 'boolean';
    const initial = isOverridden() || isPersonal ? undefined : read(storage);
    apply(initial ?? setting(), tag);
    if (isPersonal && !isOverridden()) write(storage, setting());

    this.subscription = uiSettings
      .getUpdate$()
      .pipe(filter(({ key }) => key === SETTING && !this.isSaving))
      .subscribe(() => {
        apply(setting(), tag);
        write(storage, setting());
      });

    this.contract = {
      theme$: currentTheme$.pipe(distinctUntilChanged((a, b) => a.darkMode === b.darkMode)),
      setDarkMode: (darkMode) => {
        if (isOverridden()) return;
        apply(darkMode, tag);
        write(storage, darkMode);
        // Such pages have no user, so the choice cannot be saved.
        if (!http.anonymousPaths.isAnonymous(getPagePath())) void this.save(uiSettings, darkMode);
      },
    };
    return this.contract;
  }

  start(): ThemeStart {
    if (this.contract === undefined) {
      throw new Error('ThemeService#setup() must be invoked before start.');
    }
    return this.contract;
  }

  stop(): void {
    this.subscription?.unsubscribe();
  }

  /** The settings client shows a failure; the device keeps its choice. */
  private async save(uiSettings: IUiSettingsClient, darkMode: boolean): Promise<void> {
    this.isSaving = true;
    try {
      await uiSettings.setPersonal({ [SETTING]: darkMode });
    } finally {
      this.isSaving = false;
    }
  }
}

/** Also marks the page, for the browser's form controls and style sheets outside the theme. */
function apply(darkMode: boolean, tag: string): void {
  const scheme = darkMode ? 'dark' : 'light';
  document.documentElement.style.colorScheme = scheme;
  document.documentElement.dataset['theme'] = scheme;
  if (currentBrandTheme.primary)
    document.documentElement.style.setProperty('--brandPrimary', currentBrandTheme.primary[scheme]);
  Object.assign(window, { __kbnThemeTag__: `${tag.slice(0, 2)}${scheme}` });
  if (currentTheme$.value.darkMode !== darkMode) currentTheme$.next({ darkMode });
}

function read(storage: Pick<Storage, 'getItem'>): boolean | undefined {
  try {
    const stored = storage.getItem(THEME_STORAGE_KEY);
    return stored === 'true' ? true : stored === 'false' ? false : undefined;
  } catch {
    return undefined;
  }
}

function write(storage: Pick<Storage, 'setItem'>, darkMode: boolean): void {
  try {
    storage.setItem(THEME_STORAGE_KEY, String(darkMode));
  } catch {
    // If storage is full or blocked, the choice lasts as long as the page.
  }
}
