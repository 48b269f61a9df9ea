/** Statuses of core's own services. */
import { combineLatest, map } from 'rxjs';
import type { Backend, BackendStatus } from '../../../backend/api';
import { defineMessage } from '../../common';
import type { ServiceStatus } from './types';

/** Saved objects use the backend's storage, so their status follows the backend and its storage. */
export const savedObjectsStatus = (
  kind: Backend['kind'],
  level: BackendStatus['level'],
  isWritable: boolean
): ServiceStatus =>
  !isWritable
    ? {
        level: level === 'available' ? 'degraded' : level,
        summary:
          kind === 'embedded'
            ? defineMessage('core.status.savedObjects.notWritable', {
                defaultMessage: "Can't write to the data folder. Nothing can be saved.",
              })
            : defineMessage('core.status.savedObjects.readOnly', {
                defaultMessage: 'The cluster accepts no changes. Nothing can be saved.',
              }),
      }
    : level === 'available'
      ? {
          level,
          summary: defineMessage('core.status.savedObjects.available', {
            defaultMessage: 'Saved objects can be read and written',
          }),
        }
      : {
          level,
          summary: defineMessage('core.status.savedObjects.troubled', {
            defaultMessage: 'Saved objects may be unavailable',
          }),
        };

/** Status of a plugin that failed when the server started (decision 5). */
export const LEFT_OUT: ServiceStatus = {
  level: 'unavailable',
  summary: defineMessage('core.status.pluginLeftOut', {
    defaultMessage: 'It failed at server start and was left out. See the log for the reason.',
  }),
};

/** If the engine is not available, its own summary is used. */
const engineStatus = ({ level, summary }: BackendStatus): ServiceStatus => ({
  level,
  summary:
    level === 'available'
      ? defineMessage('core.status.engine.available', {
          defaultMessage: 'The security engine is ready.',
        })
      : summary,
});

export const coreStatuses = ({
  status$,
  isWritable$,
  kind,
}: Pick<Backend, 'status$' | 'isWritable$' | 'kind'>) => ({
  engine: status$.pipe(map(engineStatus)),
  savedObjects: combineLatest([status$, isWritable$]).pipe(
    map(([{ level }, isWritable]) => savedObjectsStatus(kind, level, isWritable))
  ),
});
