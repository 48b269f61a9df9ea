/** Browser part of management: the app, its sections, and the registry for sections of others. */
import {
  type CoreSetup,
  DEFAULT_APP_CATEGORIES,
  type NoPluginDeps,
  type Plugin,
  type PluginInitializerContext,
  t,
} from '@sd/core/public';
import type { OpenWith } from '@sd/ui_kit';
import { MANAGEMENT_APP_ID, OBJECTS_SECTION_ID, SETTINGS_SECTION_ID } from '../common';
import { objectPath } from './objects/object_address';
import type { ScreenDeps } from './services/screen_deps';
import { SectionRegistry } from './services/section_registry';
import type { ManagementPluginSetup, ManagementPluginStart, ManagementStartDeps } from './types';

/** After Security (8000) in the Management category. */
const MANAGEMENT_ORDER = 9000;

/** The part of the configuration that the page carries. */
interface ManagementConfig {
  readonly saved_objects?: { readonly open_with?: OpenWith };
}

type ManagementCoreSetup = CoreSetup<ManagementStartDeps, ManagementPluginStart>;

export class ManagementPlugin implements Plugin<
  ManagementPluginSetup,
  ManagementPluginStart,
  NoPluginDeps,
  ManagementStartDeps
> {
  private readonly sections = new SectionRegistry([SETTINGS_SECTION_ID, OBJECTS_SECTION_ID]);
  private readonly openWith: OpenWith;

  constructor(context: Pick<PluginInitializerContext, 'config'>) {
    const { saved_objects: objects } = context.config.get<ManagementConfig>();
    this.openWith = objects?.open_with ?? {};
  }

  setup(core: ManagementCoreSetup): ManagementPluginSetup {
    const getDeps = async (): Promise<ScreenDeps> => {
      const [start, { security }] = await core.getStartServices();
      return { core: start, ...(security && { security }) };
    };
    core.application.register({
      id: MANAGEMENT_APP_ID,
      title: t('management.appTitle', 'Management'),
      category: DEFAULT_APP_CATEGORIES.management,
      order: MANAGEMENT_ORDER,
      euiIconType: 'managementApp',
      mount: async (params) => {
        const [{ mountManagementApp, ownSections }, { core: start }] = await Promise.all([
          import('./app'),
          getDeps(),
        ]);
        const sections = this.sections.getAll(ownSections(getDeps, this.openWith));
        return mountManagementApp(params, { core: start, sections });
      },
    });
    return { sections: { register: (section) => this.sections.register(section) } };
  }

  start(): ManagementPluginStart {
    this.sections.close();
    const objectsPath = `/${OBJECTS_SECTION_ID}`;
    return {
      objectsPath,
      objectPath: (object) => `${objectsPath}${objectPath(object)}`,
      openWith: this.openWith,
    };
  }
}
