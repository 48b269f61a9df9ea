/** Gives a user roles, by mapping them to the name, one after another; goes on after a failure. */
import {
  EuiCallOut,
  EuiConfirmModal,
  EuiProgress,
  EuiSpacer,
  useGeneratedHtmlId,
} from '@elastic/eui';
import { errorText, FormattedMessage, i18n } from '@sd/core/public';
import { useChanged } from '@sd/ui_kit';
import { type ReactElement, useState } from 'react';
import { EntityPicker } from '../../../components/form/entity_picker';
import { useAdmin } from '../../../services/admin_context';
import { SECURITY_KEY } from '../../../services/query_keys';
import { RoleMembership } from '../../../services/role_membership';

export interface GiveRolesDialogProps {
  readonly name: string;
  /** Roles that the user has already. */
  readonly held: readonly string[];
  readonly onClose: () => void;
}

interface Failure {
  readonly role: string;
  readonly message: string;
}

export function AssignRolesDialog({ name, held, onClose }: GiveRolesDialogProps): ReactElement {
  const { core, entities } = useAdmin();
  const changed = useChanged();
  const titleId = useGeneratedHtmlId({ prefix: 'giveRoles' });
  const [roles, setRoles] = useState<readonly string[]>([]);
  const [done, setDone] = useState<number>();
  const [failures, setFailures] = useState<readonly Failure[]>([]);
  const isBusy = done !== undefined;

  const give = async () => {
    const membership = new RoleMembership(entities);
    const failed: Failure[] = [];
    setFailures([]);
    for (const [index, role] of roles.entries()) {
      setDone(index);
      await membership
        .give([name], role)
        .catch((error: unknown) => failed.push({ role, message: errorText(error) }));
    }
    setDone(undefined);
    const given = roles.length - failed.length;
    if (given > 0) {
      changed(SECURITY_KEY);
      core.notifications.toasts.addSuccess({
        title: i18n.translate('security.userRoles.given', {
          defaultMessage:
            '{count, plural, one {{name} has one role more.} other {{name} has # roles more.}}',
          values: { name, count: given },
        }),
      });
    }
    if (failed.length === 0) return onClose();
    // What is left to do stays in the field.
    setRoles(failed.map(({ role }) => role));
    setFailures(failed);
  };

  return (
    <EuiConfirmModal
      aria-labelledby={titleId}
      titleProps={{ id: titleId }}
      title={i18n.translate('security.userRoles.giveTitle', {
        defaultMessage: 'Give roles to {name}',
        values: { name },
      })}
      cancelButtonText={i18n.translate('security.userRoles.cancel', { defaultMessage: 'Cancel' })}
      confirmButtonText={i18n.translate('security.userRoles.give', {
        defaultMessage: 'Give roles',
      })}
      confirmButtonDisabled={roles.length === 0}
      isLoading={isBusy}
      onCancel={onClose}
      onConfirm={() => void give()}
    >
      <EntityPicker
        resource="roles"
        label={i18n.translate('security.userRoles.pick', { defaultMessage: 'Roles' })}
        helpText={i18n.translate('security.userRoles.pickHelp', {
          defaultMessage: 'The name of the user is added to the mapping of each role.',
        })}
        chosen={roles}
        onChange={(chosen) => setRoles(chosen.filter((role) => !held.includes(role)))}
        isClosed
      />
      {isBusy && roles.length > 1 && (
        <>
          <EuiSpacer size="m" />
          <EuiProgress size="s" max={roles.length} value={done} />
        </>
      )}
      {failures.length > 0 && (
        <div role="alert">
          <EuiSpacer size="m" />
          <EuiCallOut
            size="s"
            color="danger"
            iconType="warning"
            title={
              <FormattedMessage
                id="security.userRoles.giveFailed"
                defaultMessage="Not all roles could be given"
              />
            }
          >
            <ul>
              {failures.map(({ role, message }) => (
                <li key={role}>
                  <strong>{role}</strong>: {message}
                </li>
              ))}
            </ul>
          </EuiCallOut>
        </div>
      )}
    </EuiConfirmModal>
  );
}
