/** Entry point of the lazily loaded app: sets up what surrounds the screens, and cleans it up. */
import { type AppMountParameters, mountReactNode, t, type UnmountCallback } from '@sd/core/public';
import { createKitMemory, renderKitApp } from '@sd/ui_kit';
import { canWrite, type FieldNotesDeps } from '../../services/deps';
import { ActionMenu } from './action_menu';
import { NotesApp } from './notes_app';

export function mountNotesApp(params: AppMountParameters, deps: FieldNotesDeps): UnmountCallback {
  const { chrome, docLinks } = deps.core;
  const { history } = params;

  params.setHeaderActionMenu(mountReactNode(<ActionMenu {...deps} history={history} />));
  chrome.setHelpExtension({
    appName: appTitle(),
    links: [
      {
        linkType: 'documentation',
        href: docLinks.links['opensearchDashboards']?.['savedObjects'] ?? '',
      },
    ],
  });
  if (!canWrite(deps)) {
    chrome.setBadge({
      text: t('fieldNotes.readOnly.badge', 'Read only'),
      tooltip: t('fieldNotes.readOnly.tooltip', "Your roles don't allow writing field notes"),
      iconType: 'readOnly',
    });
  }
  const stopListening = history.listen(({ pathname }) => deps.onVisit(pathname));
  const unmount = renderKitApp(
    params,
    deps.core,
    { memory: createKitMemory('fieldNotes.'), root: { text: appTitle(), path: '/' } },
    <NotesApp {...deps} />
  );

  // Core resets help, badge and action menu; the rest is cleaned up here.
  return () => {
    unmount();
    stopListening();
    deps.core.chrome.docTitle.reset();
  };
}

const appTitle = (): string => t('fieldNotes.appTitle', 'Field notes');
