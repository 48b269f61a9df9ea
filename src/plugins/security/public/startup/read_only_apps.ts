/** Apps a read-only user reaches. Source: specification section 4, "Read-only". */
import { AppStatus, type AppUpdater } from '@sd/core/public';
import { isAppAllowedReadOnly, isReadOnlyUser } from '../../common';

const everything: AppUpdater = () => undefined;
const readOnly: AppUpdater = (app) =>
  isAppAllowedReadOnly(app.id) ? undefined : { status: AppStatus.inaccessible };

export const appUpdaterFor = (
  roles: readonly string[],
  readOnlyRoles: readonly string[],
  hasApiAccess: boolean
): AppUpdater => (isReadOnlyUser(roles, readOnlyRoles, hasApiAccess) ? readOnly : everything);
