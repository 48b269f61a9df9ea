/** Last login of a user, as a cell of the user list. */
import { SESSION_LIMITS } from '@sd/contracts';
import { DASH, useServerQuery } from '@sd/ui_kit';
import { type ReactElement, useMemo } from 'react';
import { sessionTime } from '../../../components/sessions/session_columns';
import { useAdmin } from '../../../services/admin_context';
import { BatchLoader } from '../../../services/batch_loader';
import { resourceKey } from '../../../services/query_keys';
import { getLastLogins } from '../../../services/sessions';

/** The rows are shown before their last logins, which are in another store. */
export function useLastLoginLoader(): BatchLoader<number> {
  const { http } = useAdmin().core;
  return useMemo(
    () => new BatchLoader((names) => getLastLogins(http, names), SESSION_LIMITS.usersOfList),
    [http]
  );
}

/** Rows keep their height when the time arrives. */
const ONE_LINE = { whiteSpace: 'nowrap' } as const;
const NO_BREAK_SPACE = '\u00a0';

interface LastLoginProps {
  readonly name: string;
  readonly loader: BatchLoader<number>;
}

export function LastLogin({ name, loader }: LastLoginProps): ReactElement {
  const { data, error } = useServerQuery(
    resourceKey('internalusers', 'lastLogin', name),
    async () => (await loader.load(name)) ?? null
  );
  if (error !== undefined || data === null) return <>{DASH}</>;
  return <span style={ONE_LINE}>{data === undefined ? NO_BREAK_SPACE : sessionTime(data)}</span>;
}
