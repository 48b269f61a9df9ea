/** Which users must have a second factor: as a panel, and the dialog that changes it. */
import {
  EuiButton,
  EuiFormRow,
  EuiModal,
  EuiSpacer,
  EuiSwitch,
  EuiText,
  useGeneratedHtmlId,
} from '@elastic/eui';
import type { FactorRequirement } from '@sd/contracts';
import { errorText, i18n, send, t } from '@sd/core/public';
import { FormDialog, LoadError, Panel, type Read, useChanged, useServerQuery } from '@sd/ui_kit';
import { difference } from 'lodash';
import { type ReactElement, useState } from 'react';
import { READ_FACTOR_REQUIREMENT, REQUIRE_FACTORS } from '../../common';
import { useAdmin } from '../services/admin_context';
import { SECURITY_KEY } from '../services/query_keys';
import { useMay } from '../services/rights';
import { EntityPicker } from './form/entity_picker';
import { dayLabel } from './history/change_texts';

const EVERYONE = '*';

function useFactorRequirement(): Read<FactorRequirement> {
  const { http } = useAdmin().core;
  return useServerQuery([...SECURITY_KEY, 'factor-requirement'], (signal) =>
    send(http, READ_FACTOR_REQUIREMENT, { signal })
  );
}

/** For backends with second factors. */
export function FactorRequirementPanel(): ReactElement {
  const { data, error, reload } = useFactorRequirement();
  const may = useMay();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Panel
      title={t('security.factors.requirement', 'Required two-factor authentication')}
      description={t(
        'security.factors.requirementText',
        'Users with one of these roles add an authenticator app or a passkey at their next login.'
      )}
    >
      {error !== undefined && <LoadError error={error} onRetry={reload} />}
      {data && (
        <EuiText size="s">
          <p>{requirementText(data)}</p>
          {data.configured.length > 0 && (
            <p>
              {t('security.factors.configured', 'Set in the configuration file: {roles}.', {
                roles: listNames(data.configured),
              })}
            </p>
          )}
          {data.missing && (
            <p>
              {t(
                'security.factors.missing',
                "{count, plural, one {This role doesn''t exist} other {These roles don''t exist}}: {roles}.",
                { count: data.missing.length, roles: listNames(data.missing) }
              )}
            </p>
          )}
          {data.startsAt !== undefined && Date.parse(data.startsAt) > Date.now() && (
            <p>
              {t('security.factors.startsAt', 'Not required before {day}.', {
                day: dayLabel(Date.parse(data.startsAt)),
              })}
            </p>
          )}
        </EuiText>
      )}
      {may('full') && (
        <>
          <EuiSpacer size="m" />
          <EuiButton isDisabled={!data} onClick={() => setIsOpen(true)}>
            {t('security.factors.change', 'Change roles…')}
          </EuiButton>
        </>
      )}
      {isOpen && data && (
        <RequireFactorsDialog roles={data.roles} onClose={() => setIsOpen(false)} />
      )}
    </Panel>
  );
}

function requirementText({ roles, configured }: FactorRequirement): string {
  if (roles.length === 0)
    return configured.length > 0
      ? t('security.factors.noneHere', 'No roles added here.')
      : t('security.factors.none', 'Not required for anyone.');
  return t('security.factors.required', 'Required for: {roles}.', { roles: listNames(roles) });
}

const listNames = (roles: readonly string[]): string =>
  i18n.formatList(
    roles.map((role) => (role === EVERYONE ? t('security.factors.everyone', 'all users') : role))
  );

/** What follows, before it is required. */
const consequences = (): string =>
  t(
    'security.factors.consequences',
    'Open sessions continue. At their next login, these users add an authenticator app or a passkey. API requests with only their password are rejected immediately, unless the configuration file allows them. Use API keys for scripts.'
  );

interface RequireFactorsOfRolesProps {
  /** At least one. */
  readonly roles: readonly string[];
}

/** Requires a second factor of further roles at once; for full administrators. */
export function RequireFactorsOfRoles(props: RequireFactorsOfRolesProps): ReactElement {
  const { data, error, reload } = useFactorRequirement();
  const save = useSave();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  if (error !== undefined) return <LoadError error={error} onRetry={reload} />;
  const { roles = [], configured = [] } = data ?? {};
  const required = [...roles, ...configured];
  const missing = required.includes(EVERYONE) ? [] : difference(props.roles, required);
  const isRequired = missing.length === 0;
  const require = async (): Promise<void> => {
    setIsBusy(true);
    const failure = await save([...roles, ...missing], roles);
    setIsBusy(false);
    setProblem(failure);
    if (failure !== undefined) reload();
  };
  return (
    <>
      <EuiText size="s">
        <p>
          {isRequired
            ? t(
                'security.factors.already',
                'Two-factor authentication is already required. At the next login, everyone without it is asked to set it up.'
              )
            : consequences()}
        </p>
      </EuiText>
      {!isRequired && (
        <>
          <EuiSpacer size="m" />
          {problem !== undefined && (
            <EuiText size="s" color="danger" role="alert">
              <p>{problem}</p>
            </EuiText>
          )}
          <EuiButton fill isDisabled={!data} isLoading={isBusy} onClick={() => void require()}>
            {t('security.factors.requireOfRoles', 'Require it for {roles}', {
              roles: listNames(missing),
            })}
          </EuiButton>
        </>
      )}
    </>
  );
}

/** @returns saves the roles; its result is the problem, if there is one */
function useSave(): (
  roles: readonly string[],
  before: readonly string[]
) => Promise<string | undefined> {
  const { http, notifications } = useAdmin().core;
  const changed = useChanged();
  return async (roles, before) => {
    try {
      await send(http, REQUIRE_FACTORS, { body: { roles: [...roles], before: [...before] } });
    } catch (failure) {
      return errorText(failure);
    }
    notifications.toasts.addSuccess({
      title: t('security.factors.saved', 'Saved. It applies immediately.'),
    });
    changed(SECURITY_KEY);
    return undefined;
  };
}

interface RequireFactorsDialogProps {
  /** The roles as they were read. */
  readonly roles: readonly string[];
  readonly onClose: () => void;
}

function RequireFactorsDialog({ onClose, ...props }: RequireFactorsDialogProps): ReactElement {
  // What others save meanwhile is a conflict.
  const [before] = useState(props.roles);
  const [roles, setRoles] = useState(before);
  const saveRoles = useSave();
  const [error, setError] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const title = t('security.factors.dialogTitle', 'Require two-factor authentication');
  const textId = useGeneratedHtmlId({ prefix: 'requireFactors' });
  const isForEveryone = roles.includes(EVERYONE);
  const save = async (): Promise<void> => {
    setIsBusy(true);
    const problem = await saveRoles(roles, before);
    if (problem === undefined) return onClose();
    setError(problem);
    setIsBusy(false);
  };
  return (
    <EuiModal aria-label={title} aria-describedby={textId} onClose={onClose}>
      <FormDialog
        title={title}
        submitLabel={t('security.common.save', 'Save')}
        testSubject="require-factors"
        isBusy={isBusy}
        {...(error !== undefined && { error })}
        onSubmit={() => void save()}
        onClose={onClose}
      >
        <EuiText size="s" id={textId}>
          <p>{consequences()}</p>
        </EuiText>
        <EuiSpacer size="m" />
        <EuiFormRow fullWidth>
          <EuiSwitch
            label={t('security.factors.allUsers', 'All users')}
            checked={isForEveryone}
            onChange={({ target }) =>
              setRoles(
                target.checked ? [...roles, EVERYONE] : roles.filter((role) => role !== EVERYONE)
              )
            }
          />
        </EuiFormRow>
        {!isForEveryone && (
          <EntityPicker
            resource="roles"
            label={t('security.common.roles', 'Roles')}
            chosen={roles}
            onChange={setRoles}
            isClosed
          />
        )}
      </FormDialog>
    </EuiModal>
  );
}
