export { browserLog } from './browser_log';
export { deepFreeze } from './deep_freeze';
export { MountWrapper } from './mount_wrapper';
export { mountReactNode, renderApp } from './render_app';
export { shareWeakReplay } from './share_weak_replay';
export { useObservable } from './use_observable';
export { type RequestState, useRequest } from './use_request';
export { withTimeout } from './with_timeout';
