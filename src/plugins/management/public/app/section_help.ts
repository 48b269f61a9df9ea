/** Help on the built-in sections. Source: specification section 2.1 ("Learn more"). */
import { type DocLinksStart, i18n } from '@sd/core/public';
import { lazyPage, type PageHelp } from '@sd/ui_kit';
import { OBJECTS_SECTION_ID, SETTINGS_SECTION_ID } from '../../common';

const SettingsHelp = lazyPage(async () => (await import('./help_texts')).SettingsHelp);
const ObjectsHelp = lazyPage(async () => (await import('./help_texts')).ObjectsHelp);

/** `undefined` for sections of other plugins, which help with their own pages. */
export function helpOfSection(
  sectionId: string | undefined,
  { links }: DocLinksStart
): PageHelp | undefined {
  const { advancedSettings, savedObjects } = links['opensearchDashboards'] ?? {};
  if (sectionId === SETTINGS_SECTION_ID && advancedSettings !== undefined)
    return {
      title: i18n.translate('management.settings.title', { defaultMessage: 'Advanced settings' }),
      documentation: advancedSettings,
      Content: SettingsHelp,
    };
  if (sectionId === OBJECTS_SECTION_ID && savedObjects !== undefined)
    return {
      title: i18n.translate('management.objects.title', { defaultMessage: 'Saved objects' }),
      documentation: savedObjects,
      Content: ObjectsHelp,
    };
  return undefined;
}
