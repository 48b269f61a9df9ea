/** Who has access to one resource, by access level. */
import {
  EuiButton,
  EuiButtonEmpty,
  EuiCallOut,
  EuiComboBox,
  EuiFormRow,
  EuiModal,
  EuiModalBody,
  EuiModalFooter,
  EuiModalHeader,
  EuiModalHeaderTitle,
  EuiSelect,
  EuiSpacer,
  EuiSwitch,
  useGeneratedHtmlId,
} from '@elastic/eui';
import type { Recipients, SharedResource } from '@sd/contracts';
import { errorText, send, t } from '@sd/core/public';
import { comboPopover, Panel } from '@sd/ui_kit';
import { type ReactElement, useState } from 'react';
import { SHARE_RESOURCE } from '../../common';
import { useAdmin, useParts } from '../parts';
import { EVERYBODY, sharingChanges } from './sharing_changes';

interface SharingDialogProps {
  readonly type: string;
  /** Access levels of the type. */
  readonly levels: readonly string[];
  readonly resource: SharedResource;
  readonly onClose: (isChanged: boolean) => void;
}

export function SharingDialog({
  type,
  levels,
  resource: { id, share_with: before, general_access: generalBefore = '' },
  onClose,
}: SharingDialogProps): ReactElement {
  const { core } = useAdmin();
  const titleId = useGeneratedHtmlId({ prefix: 'sharingTitle' });
  const hasGeneralAccess = useParts().useReleaseFact('hasGeneralAccess');
  const [after, setAfter] = useState(before);
  const [general, setGeneral] = useState(generalBefore);
  const [error, setError] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const changes = sharingChanges(before, after);
  const isGeneralChanged = general !== generalBefore;
  const isChanged = changes.add !== undefined || changes.revoke !== undefined || isGeneralChanged;
  const save = async (): Promise<void> => {
    setIsBusy(true);
    setError(undefined);
    try {
      await send(core.http, SHARE_RESOURCE, {
        body: {
          type,
          id,
          ...changes,
          ...(isGeneralChanged && { general_access: general === '' ? null : general }),
        },
      });
      core.notifications.toasts.addSuccess({
        title: t('clusters.resources.saved', 'Access to {id} changed.', { id }),
      });
      onClose(true);
    } catch (failure) {
      setError(errorText(failure));
      setIsBusy(false);
    }
  };
  return (
    <EuiModal onClose={() => onClose(false)} aria-labelledby={titleId} style={{ inlineSize: 640 }}>
      <EuiModalHeader>
        <EuiModalHeaderTitle id={titleId} style={{ overflowWrap: 'anywhere' }}>
          {t('clusters.resources.manageOne', 'Manage access to {id}', { id })}
        </EuiModalHeaderTitle>
      </EuiModalHeader>
      <EuiModalBody>
        {error !== undefined && (
          <div role="alert">
            <EuiCallOut size="s" color="danger" iconType="warning" title={error} />
            <EuiSpacer size="m" />
          </div>
        )}
        {hasGeneralAccess && (
          <EuiFormRow fullWidth label={t('clusters.resources.everybody', 'Everyone')}>
            <EuiSelect
              fullWidth
              value={general}
              options={[
                { value: '', text: t('clusters.resources.noAccess', 'No access') },
                ...[...new Set([...levels, ...(generalBefore === '' ? [] : [generalBefore])])].map(
                  (level) => ({ value: level, text: level })
                ),
              ]}
              onChange={({ target }) => setGeneral(target.value)}
            />
          </EuiFormRow>
        )}
        {/* A level that the type no longer has can still be revoked. */}
        {[...new Set([...levels, ...Object.keys(before)])].map((level) => (
          <Level
            key={level}
            level={level}
            hasEverybody={!hasGeneralAccess}
            recipients={after[level] ?? {}}
            onChange={(recipients) => setAfter({ ...after, [level]: recipients })}
          />
        ))}
      </EuiModalBody>
      <EuiModalFooter>
        <EuiButtonEmpty
          color="danger"
          isDisabled={Object.keys(after).length === 0 && general === ''}
          onClick={() => {
            setAfter({});
            setGeneral('');
          }}
        >
          {t('clusters.resources.removeAll', 'Remove all sharing')}
        </EuiButtonEmpty>
        <EuiButtonEmpty onClick={() => onClose(false)}>
          {t('clusters.common.cancel', 'Cancel')}
        </EuiButtonEmpty>
        <EuiButton fill isDisabled={!isChanged} isLoading={isBusy} onClick={() => void save()}>
          {t('clusters.common.save', 'Save')}
        </EuiButton>
      </EuiModalFooter>
    </EuiModal>
  );
}

interface LevelProps {
  readonly level: string;
  /** Whether the user `*` is everybody. */
  readonly hasEverybody: boolean;
  readonly recipients: Recipients;
  readonly onChange: (recipients: Recipients) => void;
}

function Level({ level, hasEverybody, recipients, onChange }: LevelProps): ReactElement {
  const { EntityPicker } = useParts();
  const { users = [], roles = [], backend_roles: backendRoles = [] } = recipients;
  const isForEverybody = hasEverybody && users.includes(EVERYBODY);
  const everybody = isForEverybody ? [EVERYBODY] : [];
  const named = hasEverybody ? users.filter((user) => user !== EVERYBODY) : users;
  return (
    <div role="group" aria-label={level}>
      <Panel title={level}>
        {hasEverybody && (
          <>
            <EuiSwitch
              label={t('clusters.resources.everybody', 'Everyone')}
              checked={isForEverybody}
              onChange={({ target }) =>
                onChange({ ...recipients, users: target.checked ? [...named, EVERYBODY] : named })
              }
            />
            <EuiSpacer size="m" />
          </>
        )}
        <EntityPicker
          resource="internalusers"
          label={t('clusters.common.users', 'Users')}
          chosen={named}
          onChange={(chosen) => onChange({ ...recipients, users: [...chosen, ...everybody] })}
        />
        <EntityPicker
          resource="roles"
          label={t('clusters.common.roles', 'Roles')}
          chosen={roles}
          onChange={(chosen) => onChange({ ...recipients, roles: chosen })}
        />
        <EuiFormRow fullWidth label={t('clusters.common.backendRoles', 'Backend roles')}>
          <EuiComboBox
            fullWidth
            noSuggestions
            selectedOptions={backendRoles.map((label) => ({ label }))}
            onChange={(chosen) =>
              onChange({ ...recipients, backend_roles: chosen.map(({ label }) => label) })
            }
            onCreateOption={(typed) =>
              onChange({
                ...recipients,
                backend_roles: [...new Set([...backendRoles, typed.trim()])],
              })
            }
            inputPopoverProps={comboPopover(t('clusters.common.backendRoles', 'Backend roles'))}
          />
        </EuiFormRow>
      </Panel>
      <EuiSpacer size="m" />
    </div>
  );
}
