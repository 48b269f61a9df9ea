/** Entry of the lazily loaded app: everything around the screens that has to be undone when it goes. */
import {
  guardUnsavedChanges,
  i18n,
  mountReactNode,
  renderApp,
  type AppMountParameters,
  type UnmountCallback,
} from '@sd/core/public';
import { canWrite, type FieldNotesDeps } from '../../services/deps';
import { ActionMenu } from './action_menu';
import { showDraftBanner } from './draft_banner';
import { NotesApp } from './notes_app';

export function mountNotesApp(params: AppMountParameters, deps: FieldNotesDeps): UnmountCallback {
  const { chrome, docLinks, overlays } = deps.core;
  // Asks before typed text is lost, on the way to another app and inside this one.
  const { guard, history } = guardUnsavedChanges(params, overlays);

  params.setHeaderActionMenu(mountReactNode(<ActionMenu {...deps} history={history} />));
  chrome.setHelpExtension({
    appName: i18n.translate('fieldNotes.appTitle', { defaultMessage: 'Field notes' }),
    links: [
      {
        linkType: 'documentation',
        href: docLinks.links['opensearchDashboards']?.['savedObjects'] ?? '',
      },
    ],
  });
  if (!canWrite(deps)) {
    chrome.setBadge({
      text: i18n.translate('fieldNotes.readOnly.badge', { defaultMessage: 'Read only' }),
      tooltip: i18n.translate('fieldNotes.readOnly.tooltip', {
        defaultMessage: 'Your roles do not let you write field notes',
      }),
      iconType: 'readOnly',
    });
  }
  const hideBanner = showDraftBanner(deps, history);
  const stopListening = history.listen(({ pathname }) => deps.onVisit(pathname));
  const unmount = renderApp(params.element, <NotesApp {...deps} history={history} guard={guard} />);

  // Help, badge and action menu are taken back by core; the rest is ours.
  return () => {
    unmount();
    stopListening();
    hideBanner();
    history.stop();
    deps.core.chrome.docTitle.reset();
  };
}
