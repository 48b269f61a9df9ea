/** Asks for what an act on several users needs, and does it. */
import { EuiSpacer } from '@elastic/eui';
import { FormattedMessage, i18n } from '@sd/core/public';
import { DeleteDialog, useChanged } from '@sd/ui_kit';
import { type ReactElement, useRef, useState } from 'react';
import { EntityPicker } from '../../../../components/form/entity_picker';
import { useAdmin } from '../../../../services/admin_context';
import { SECURITY_KEY } from '../../../../services/query_keys';
import { type BulkAct, givingRole, suspending, takingRole } from './bulk_acts';

export type BulkKind = 'give' | 'take' | 'suspend' | 'reactivate';

/** What was done, and how it is undone. */
export interface DoneAct {
  readonly text: string;
  readonly undo: BulkAct['undo'];
}

export interface BulkDialogProps {
  readonly kind: BulkKind;
  readonly users: readonly string[];
  /** @param done - absent when nothing was done */
  readonly onClose: (done: DoneAct | undefined) => void;
}

export function BulkDialog({ kind, users, onClose }: BulkDialogProps): ReactElement {
  const { entities } = useAdmin();
  const changed = useChanged();
  const [roles, setRoles] = useState<readonly string[]>([]);
  // Not a state: closing follows running within one call of the dialog.
  const act = useRef<BulkAct>(undefined);
  const [role] = roles;
  const isAboutRole = kind === 'give' || kind === 'take';
  const texts = textsOf(kind, users.length);
  return (
    <DeleteDialog
      items={users.map((name) => ({ id: name, name }))}
      itemsLabel={i18n.translate('security.users.entities', { defaultMessage: 'user(s)' })}
      title={texts.title}
      confirmLabel={texts.confirm}
      reportTitle={texts.report}
      isHarmless={kind === 'give' || kind === 'reactivate'}
      isIncomplete={isAboutRole && role === undefined}
      focusedButton={isAboutRole ? 'cancel' : 'confirm'}
      options={
        isAboutRole && (
          <>
            <EuiSpacer size="m" />
            <EntityPicker
              resource="roles"
              label={i18n.translate('security.bulk.role', { defaultMessage: 'Role' })}
              chosen={roles}
              onChange={setRoles}
              isSingle
              isClosed
            />
          </>
        )
      }
      run={async (report) => {
        const chosen = actOf(kind, entities, users, role ?? '');
        act.current = chosen;
        await chosen.run(report);
      }}
      onClose={(done) => {
        const { current } = act;
        if (current) changed(SECURITY_KEY);
        onClose(
          current && done.length > 0
            ? { text: doneText(kind, done.length, role ?? ''), undo: current.undo }
            : undefined
        );
      }}
    >
      <p>{texts.question}</p>
    </DeleteDialog>
  );
}

function actOf(
  kind: BulkKind,
  entities: Parameters<typeof givingRole>[0],
  users: readonly string[],
  role: string
): BulkAct {
  if (kind === 'give') return givingRole(entities, users, role);
  if (kind === 'take') return takingRole(entities, users, role);
  return suspending(entities, users, kind === 'suspend');
}

function textsOf(kind: BulkKind, count: number) {
  const values = { count };
  const report = i18n.translate('security.bulk.report', {
    defaultMessage: 'Not everything was changed',
  });
  switch (kind) {
    case 'give':
      return {
        report,
        title: i18n.translate('security.bulk.giveTitle', {
          defaultMessage: 'Give a role to {count, plural, one {one user} other {# users}}',
          values,
        }),
        confirm: i18n.translate('security.bulk.give', { defaultMessage: 'Give role' }),
        question: (
          <FormattedMessage
            id="security.bulk.giveQuestion"
            defaultMessage="Their names are added to the mapping of the role, in one change."
          />
        ),
      };
    case 'take':
      return {
        report,
        title: i18n.translate('security.bulk.takeTitle', {
          defaultMessage: 'Take a role from {count, plural, one {one user} other {# users}}',
          values,
        }),
        confirm: i18n.translate('security.bulk.take', { defaultMessage: 'Take role' }),
        question: (
          <FormattedMessage
            id="security.bulk.takeQuestion"
            defaultMessage="Their names go from the mapping of the role, and the role from those that stand with themselves."
          />
        ),
      };
    case 'suspend':
      return {
        report,
        title: i18n.translate('security.bulk.suspendTitle', {
          defaultMessage: 'Suspend {count, plural, one {one user} other {# users}}',
          values,
        }),
        confirm: i18n.translate('security.suspend.confirm', {
          defaultMessage: 'Suspend and end sessions',
        }),
        question: (
          <FormattedMessage
            id="security.bulk.suspendQuestion"
            defaultMessage="Nobody can sign in as these users until they are reactivated, and their sessions end with the next request."
          />
        ),
      };
    case 'reactivate':
      return {
        report,
        title: i18n.translate('security.bulk.reactivateTitle', {
          defaultMessage: 'Reactivate {count, plural, one {one user} other {# users}}',
          values,
        }),
        confirm: i18n.translate('security.bulk.reactivate', { defaultMessage: 'Reactivate' }),
        question: (
          <FormattedMessage
            id="security.bulk.reactivateQuestion"
            defaultMessage="They can sign in again, with the roles and the passwords that they had."
          />
        ),
      };
  }
}

function doneText(kind: BulkKind, count: number, role: string): string {
  const values = { count, role };
  switch (kind) {
    case 'give':
      return i18n.translate('security.bulk.given', {
        defaultMessage: '{count, plural, one {One user has} other {# users have}} the role {role}.',
        values,
      });
    case 'take':
      return i18n.translate('security.bulk.taken', {
        defaultMessage:
          'The role {role} was taken from {count, plural, one {one user} other {# users}}.',
        values,
      });
    case 'suspend':
      return i18n.translate('security.bulk.suspended', {
        defaultMessage:
          '{count, plural, one {One user is} other {# users are}} suspended and cannot sign in.',
        values,
      });
    case 'reactivate':
      return i18n.translate('security.bulk.reactivated', {
        defaultMessage: '{count, plural, one {One user} other {# users}} can sign in again.',
        values,
      });
  }
}
