export { browserLog } from './browser_log';
export { deepFreeze } from './deep_freeze';
export { ErrorBoundary } from './error_boundary';
export { isPlainLeftClick } from './plain_click';
export {
  dropSavedDraft,
  saveDrafts,
  saveDraftsOnLeave,
  onSaveDrafts,
  takeSavedDraft,
  type SavedDraft,
} from './saved_drafts';
export { mountSafely } from './mount_safely';
export { MountWrapper } from './mount_wrapper';
export { parseQueryParams, type QueryParams, stringifyQueryParams } from './query_params';
export { shareWeakReplay } from './share_weak_replay';
export { useLazy } from './use_lazy';
export { useObservable } from './use_observable';
export { withTimeout } from './with_timeout';
