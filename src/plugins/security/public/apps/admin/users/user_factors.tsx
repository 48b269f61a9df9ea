/** Labels of a user's second factors. */
import { EuiBadge } from '@elastic/eui';
import { FACTOR_KINDS, FACTOR_LIMITS, type FactorKind } from '@sd/contracts';
import { send, t } from '@sd/core/public';
import { DASH, type Facet, useServerQuery } from '@sd/ui_kit';
import { type ReactElement, useMemo } from 'react';
import { LIST_FACTORS_OF_USERS } from '../../../../common';
import { useAdmin } from '../../../services/admin_context';
import { useFeature } from '../../../services/features';
import { BatchLoader } from '../../../services/batch_loader';
import { resourceKey } from '../../../services/query_keys';

type FactorsLoader = BatchLoader<readonly FactorKind[]>;

/** @returns `undefined` if the backend has no second factors */
export function useFactorsLoader(): FactorsLoader | undefined {
  const { http } = useAdmin().core;
  const hasFactors = useFeature('secondFactors');
  return useMemo(
    () =>
      hasFactors
        ? new BatchLoader(async (names) => {
            const { users } = await send(http, LIST_FACTORS_OF_USERS, { body: { names } });
            return new Map(users.map(({ name, kinds }) => [name, kinds]));
          }, FACTOR_LIMITS.usersOfList)
        : undefined,
    [hasFactors, http]
  );
}

interface UserFactorsProps {
  readonly name: string;
  readonly loader: FactorsLoader;
}

const useKinds = ({ name, loader }: UserFactorsProps) =>
  useServerQuery(
    resourceKey('internalusers', 'factors', name),
    async () => (await loader.load(name)) ?? []
  );

/** Cell of a user list. */
export function UserFactors(props: UserFactorsProps): ReactElement | null {
  const { data, error } = useKinds(props);
  if (error !== undefined || data?.length === 0) return <>{DASH}</>;
  return data ? <>{[...data].sort().map(kindLabel).join(', ')}</> : null;
}

/** Badges beside the user name, for users with at least one factor. */
export function UserFactorBadges(props: UserFactorsProps): ReactElement {
  const { data } = useKinds(props);
  return (
    <>
      {data?.map((kind) => (
        <EuiBadge key={kind} color="hollow" iconType="lock">
          {kindLabel(kind)}
        </EuiBadge>
      ))}
    </>
  );
}

/** Filter of the user list. */
export const factorsFacet = (): Facet => ({
  name: 'factors',
  label: t('security.users.column.factors', 'Two-factor'),
  options: [
    ...FACTOR_KINDS.map((kind) => ({ value: kind, label: kindLabel(kind) })),
    {
      value: 'none',
      label: t('security.common.none', 'None'),
    },
  ],
});

const kindLabel = (kind: FactorKind): string =>
  kind === 'totp'
    ? t('security.factors.totpName', 'Authenticator app')
    : t('security.factors.passkeyName', 'Passkey');
