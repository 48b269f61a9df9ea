/** Gives an entity another name: shows what moves along, and changes everything in one step. */
import {
  EuiCallOut,
  EuiConfirmModal,
  EuiFieldText,
  EuiFormRow,
  EuiSpacer,
  EuiText,
  useGeneratedHtmlId,
} from '@elastic/eui';
import type { RenameResponse } from '@sd/contracts';
import { getErrorCode, errorText, t } from '@sd/core/public';
import { DASH, Table, useChanged, useServerQuery } from '@sd/ui_kit';
import { type ReactElement, useState } from 'react';
import { useAdmin } from '../services/admin_context';
import type { Renamable } from '../services/entity_client';
import { DECLINED_CODE } from '../services/lockout_confirmation';
import { SECURITY_KEY } from '../services/query_keys';
import { useDebouncedValue } from '../services/use_debounced_value';
import { nameProblem } from './form/name_field';
import { namesText } from './impact/impact_panel';

const DEBOUNCE_MS = 250;

export interface RenameDialogProps {
  readonly resource: Renamable;
  readonly name: string;
  /** @param to - the new name; `undefined` if nothing was renamed */
  readonly onClose: (to: string | undefined) => void;
}

export function RenameDialog({ resource, name, onClose }: RenameDialogProps): ReactElement {
  const { core, entities } = useAdmin();
  const changed = useChanged();
  const titleId = useGeneratedHtmlId({ prefix: 'rename' });
  const [typed, setTyped] = useState(name);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const isChanged = typed !== name;
  const problem = isChanged ? nameProblem(typed, entityNoun(resource)) : undefined;
  const planned = useDebouncedValue(
    isChanged && problem === undefined ? typed : undefined,
    Object.is,
    DEBOUNCE_MS
  );
  const plan = useServerQuery(
    // Not part of the configuration's data, which is read again after the rename.
    ['rename', resource, name, planned ?? ''],
    () => entities.renamePlan(resource, name, planned ?? ''),
    { isOff: planned === undefined, isFresh: true }
  );
  const isPlanned = planned === typed && plan.data !== undefined;
  const planError =
    planned === typed && plan.error !== undefined ? errorText(plan.error) : undefined;

  const rename = async () => {
    setIsBusy(true);
    setFailure(undefined);
    try {
      await entities.rename(resource, name, typed, plan.data?.etag);
    } catch (error) {
      setIsBusy(false);
      if (getErrorCode(error) !== DECLINED_CODE) setFailure(errorText(error));
      return;
    }
    core.notifications.toasts.addSuccess({
      title: t('security.rename.done', '"{name}" renamed to "{to}".', { name, to: typed }),
    });
    onClose(typed);
    changed(SECURITY_KEY);
  };

  return (
    <EuiConfirmModal
      aria-labelledby={titleId}
      titleProps={{ id: titleId }}
      title={t('security.rename.title', 'Rename {name}', { name })}
      cancelButtonText={t('security.common.cancel', 'Cancel')}
      confirmButtonText={t('security.rename.confirm', 'Rename')}
      confirmButtonDisabled={!isPlanned}
      isLoading={isBusy}
      onCancel={() => onClose(undefined)}
      onConfirm={() => void rename()}
    >
      <EuiFormRow
        fullWidth
        label={t('security.rename.to', 'New name')}
        isInvalid={(problem ?? planError) !== undefined}
        error={problem ?? planError}
      >
        <EuiFieldText
          fullWidth
          value={typed}
          isInvalid={(problem ?? planError) !== undefined}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          inputRef={focusAndSelect}
          onChange={({ target }) => setTyped(target.value)}
        />
      </EuiFormRow>
      <EuiSpacer size="m" />
      <EuiText size="s" role="status">
        {isPlanned && (
          <>
            <RenameImpact {...plan.data} />
            <EuiSpacer size="s" />
          </>
        )}
      </EuiText>
      <EuiText size="s">
        <p>
          {resource === 'tenants'
            ? t(
                'security.rename.tenantNote',
                'Patterns with wildcards stay as they are, so roles whose pattern matches only one of the names gain or lose the tenant. Users in this tenant continue in their default tenant. Links, scripts and files with the old name stop working.'
              )
            : t(
                'security.rename.note',
                "Permissions stay the same. Queries, scripts and files that use the old name aren't updated."
              )}
        </p>
      </EuiText>
      {failure !== undefined && (
        <div role="alert">
          <EuiSpacer size="m" />
          <EuiCallOut size="s" color="danger" iconType="warning" title={failure} />
        </div>
      )}
    </EuiConfirmModal>
  );
}

/** Runs once, when the field appears. */
const focusAndSelect = (field: HTMLInputElement | null): void => field?.select();

/** Names shown of one kind of entry. */
const MAX_NAMES = 5;

interface Rewritten {
  readonly kind: string;
  readonly text: string;
  readonly names: readonly string[];
}

/** What changes along with a rename. */
export function RenameImpact({
  moved,
  entries,
}: Pick<RenameResponse, 'moved' | 'entries'>): ReactElement {
  const rewritten = Object.entries(moved).flatMap(([kind, count]): readonly Rewritten[] => {
    const text = partText(kind, count);
    return text === undefined ? [] : [{ kind, text, names: entries[kind] ?? [] }];
  });
  if (rewritten.length === 0)
    return <p>{t('security.rename.movesNothing', 'Nothing else refers to it.')}</p>;
  return (
    <div style={{ overflowWrap: 'anywhere' }}>
      <Table<Rewritten>
        caption={t('security.impact.title', 'Impact')}
        isCompact
        idOf={({ kind }) => kind}
        items={rewritten}
        columns={[
          {
            id: 'text',
            name: t('security.rename.rewritten', 'Also changed'),
            render: ({ text }) => text,
          },
          {
            id: 'names',
            name: t('security.rename.names', 'Names'),
            render: ({ names }) =>
              names.length === 0 ? DASH : namesText(names.slice(0, MAX_NAMES), names.length),
          },
        ]}
      />
    </div>
  );
}

function partText(kind: string, count: number): string | undefined {
  const values = { count };
  switch (kind) {
    case 'rolesmapping':
      return t('security.common.roleMapping', 'Role mapping');
    case 'internalusers':
      return t(
        'security.rename.users',
        '{count, plural, one {1 user} other {{count, number} users}}',
        values
      );
    case 'roles':
      return t(
        'security.rename.roles',
        '{count, plural, one {1 role} other {{count, number} roles}}',
        values
      );
    case 'actiongroups':
      return t(
        'security.rename.groups',
        '{count, plural, one {1 action group} other {{count, number} action groups}}',
        values
      );
    case 'apikeys':
      return t(
        'security.rename.keys',
        '{count, plural, one {1 API key} other {{count, number} API keys}}',
        values
      );
    case 'config':
      return t('security.rename.config', 'Tenancy settings');
    case 'objects':
      return t(
        'security.rename.objects',
        '{count, plural, one {1 saved object} other {{count, number} saved objects}}',
        values
      );
    default:
      return undefined;
  }
}

function entityNoun(resource: Renamable): string {
  switch (resource) {
    case 'roles':
      return t('security.roleForm.word', 'role');
    case 'actiongroups':
      return t('security.groupForm.word', 'action group');
    case 'tenants':
      return t('security.tenantForm.word', 'tenant');
  }
}
