/** Creates the services that the screens share during one visit to an app. */
import {
  type AppMountParameters,
  type CoreStart,
  onSaveDrafts,
  t,
  takeSavedDraft,
} from '@sd/core/public';
import { createQueries, endQueries } from '../queries/query_client';
import { draftAddress, Drafts } from './drafts';
import type { Crumb, KitServices } from './kit_context';
import type { ListStorage } from './list_storage';

/** App-specific options of {@link createKit}. */
export interface KitOptions {
  /** Storage for list settings on this device; see {@link createKitMemory}. */
  readonly memory: ListStorage;
  /** Title and start page of the app. */
  readonly root: Required<Crumb>;
}

/** The kit for one visit to an app. */
export interface Kit {
  /** Value for {@link KitProvider}. */
  readonly services: KitServices;
  /** Call it when the app unmounts. */
  stop(): void;
}

/**
 * Leaving the app or closing the tab asks for confirmation while there are drafts; navigation
 * inside the app does not.
 */
export function createKit(
  core: CoreStart,
  { history, onAppLeave }: Pick<AppMountParameters, 'history' | 'onAppLeave'>,
  { memory, root }: KitOptions
): Kit {
  const drafts = new Drafts();
  // Restores drafts from before a login.
  for (const { value, ...draft } of takeSavedDraft(draftAddress(history, '/')))
    drafts.keep(
      draft,
      () => value,
      () => value
    );
  const stopKeeping = onSaveDrafts(drafts.forLater);
  const queries = createQueries();
  const visits = { count: 0 };
  onAppLeave((actions) =>
    drafts.getAll().length > 0 ? actions.confirm(leaveText(), leaveTitle()) : actions.default()
  );
  let pathname = history.location.pathname;
  const stopListening = history.listen((location, action) => {
    if (location.pathname === pathname) return;
    pathname = location.pathname;
    // A redirect belongs to the same visit.
    if (action !== 'REPLACE') visits.count += 1;
    window.scrollTo(0, 0);
  });
  return {
    services: { core, history, queries, drafts, memory, root, visits },
    stop() {
      stopListening();
      stopKeeping();
      endQueries(queries);
    },
  };
}

const leaveTitle = (): string => t('uiKit.leave.title', 'Leave without saving?');
const leaveText = (): string => t('uiKit.leave.text', 'You will lose your unsaved changes.');
