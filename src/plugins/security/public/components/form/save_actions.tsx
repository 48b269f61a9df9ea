/** Buttons of plugins that take unsaved changes over instead of saving them. */
import { EuiButton } from '@elastic/eui';
import type { ImportChange, ImportKind } from '@sd/contracts';
import { type CheckedEntity, type EntityForm, lazyPage } from '@sd/ui_kit';
import { type ReactElement, Suspense, useState } from 'react';
import { useAdmin } from '../../services/admin_context';
import type { SaveAction } from '../../types';

/** None on the page of a connected cluster. */
export function useSaveActions(): readonly SaveAction[] {
  const { cluster, saveActions } = useAdmin();
  return cluster ? [] : saveActions;
}

export interface SaveActionButtonProps {
  readonly action: SaveAction;
  /** Resolves with `undefined` if there is nothing to take over now. */
  readonly changesOf: () => Promise<readonly ImportChange[] | undefined>;
  /** The changes are taken over now. */
  readonly onTaken?: () => void;
  readonly isDisabled?: boolean;
}

export function SaveActionButton(props: SaveActionButtonProps): ReactElement {
  const { action, changesOf, onTaken = () => undefined, isDisabled = false } = props;
  const { notifications } = useAdmin().core;
  const [changes, setChanges] = useState<readonly ImportChange[]>();
  const [Dialog] = useState(() => lazyPage(action.load));
  const open = async (): Promise<void> => {
    const found = await changesOf();
    const objection = found && action.objectTo?.(found);
    if (objection === undefined) setChanges(found);
    else notifications.toasts.addWarning({ title: objection });
  };
  return (
    <>
      <EuiButton
        iconType={action.iconType}
        isDisabled={isDisabled}
        data-test-subj={`saveAction-${action.id}`}
        onClick={() => void open()}
      >
        {action.label()}
      </EuiButton>
      {changes && (
        <Suspense fallback={null}>
          <Dialog changes={changes} onClose={() => setChanges(undefined)} onTaken={onTaken} />
        </Suspense>
      )}
    </>
  );
}

export interface FormActionsProps {
  readonly form: Pick<EntityForm<never>, 'check' | 'settle' | 'isBusy'>;
  readonly kind: ImportKind;
}

/** For the input of a form. */
export const FormActions = ({ form, kind }: FormActionsProps): ReactElement => (
  <>
    {useSaveActions().map((action) => (
      <SaveActionButton
        key={action.id}
        action={action}
        isDisabled={form.isBusy}
        onTaken={form.settle}
        changesOf={async () => {
          const checked = await form.check();
          return checked && [toChange(kind, checked)];
        }}
      />
    ))}
  </>
);

const toChange = (kind: ImportKind, { name, entity, condition }: CheckedEntity): ImportChange => {
  const about = { kind, name, entry: entity as Record<string, unknown> };
  if ('create' in condition) return { ...about, action: 'create' };
  const { etag } = condition;
  return { ...about, action: 'update', ...(etag !== undefined && { version: etag }) };
};
