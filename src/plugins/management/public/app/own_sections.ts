/** Sections that the app has itself. Apart from the plugin, whose code every page loads. */
import { t } from '@sd/core/public';
import type { OpenWith } from '@sd/ui_kit';
import { OBJECTS_SECTION_ID, SETTINGS_SECTION_ID } from '../../common';
import type { ScreenDeps } from '../services/screen_deps';
import type { ManagementSection } from '../types';

export const ownSections = (
  getDeps: () => Promise<ScreenDeps>,
  openWith: OpenWith
): readonly ManagementSection[] => [
  {
    id: SETTINGS_SECTION_ID,
    title: t('management.settings.title', 'Advanced settings'),
    description: t(
      'management.settings.description',
      'Formats, notifications, theme and more, for everyone in this tenant.'
    ),
    order: 100,
    mount: async (params) => {
      const [{ mountSettings }, deps] = await Promise.all([import('../settings'), getDeps()]);
      return mountSettings(params, deps);
    },
  },
  {
    id: OBJECTS_SECTION_ID,
    title: t('management.objects.title', 'Saved objects'),
    description: t(
      'management.objects.description',
      'View dashboards and other saved objects; delete, export, import and copy them.'
    ),
    order: 200,
    mount: async (params) => {
      const [{ mountObjects }, deps] = await Promise.all([import('../objects'), getDeps()]);
      return mountObjects(params, { ...deps, openWith });
    },
  },
];
