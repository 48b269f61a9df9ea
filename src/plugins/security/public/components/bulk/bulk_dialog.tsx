/** Collects the input of a bulk action and runs it. */
import { EuiSpacer } from '@elastic/eui';
import type { ResourceType } from '@sd/contracts';
import { t } from '@sd/core/public';
import { DeleteDialog, useChanged } from '@sd/ui_kit';
import { type ReactElement, type ReactNode, useRef, useState } from 'react';
import { SECURITY_KEY } from '../../services/query_keys';
import { EntityPicker } from '../form/entity_picker';
import type { UndoableBulkAction, DoneAction } from './bulk_action';

export interface BulkDialogProps {
  readonly names: readonly string[];
  /** `role(s)`, `user(s)`, … */
  readonly itemsLabel: string;
  readonly title: string;
  readonly confirm: string;
  readonly question: ReactNode;
  /** The action removes nothing. */
  readonly isHarmless?: boolean;
  /** The action needs the name of another entity. */
  readonly entityInput?: {
    readonly resource: ResourceType;
    readonly label: string;
    /** Accepts existing names only. */
    readonly isClosed: boolean;
  };
  /** @param name - '' if the action needs none */
  readonly act: (name: string) => UndoableBulkAction;
  readonly doneText: (count: number, name: string) => string;
  /** @param done - absent if nothing was done */
  readonly onClose: (done: DoneAction | undefined) => void;
}

export function BulkDialog(props: BulkDialogProps): ReactElement {
  const { names, entityInput } = props;
  const changed = useChanged();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  // A ref, because the dialog closes within the same call.
  const act = useRef<UndoableBulkAction>(undefined);
  const [name = ''] = chosen;
  return (
    <DeleteDialog
      items={names.map((one) => ({ id: one, name: one }))}
      itemsLabel={props.itemsLabel}
      title={props.title}
      confirmLabel={props.confirm}
      reportTitle={t('security.bulk.report', 'Some changes failed')}
      isHarmless={props.isHarmless ?? false}
      isIncomplete={entityInput !== undefined && name === ''}
      options={
        entityInput && (
          <>
            <EuiSpacer size="m" />
            <EntityPicker {...entityInput} chosen={chosen} onChange={setChosen} isSingle />
          </>
        )
      }
      run={async (report) => {
        act.current = props.act(name);
        await act.current.run(report);
      }}
      onClose={(done) => {
        const { current } = act;
        if (current) changed(SECURITY_KEY);
        props.onClose(
          current && done.length > 0
            ? { text: props.doneText(done.length, name), undo: current.undo }
            : undefined
        );
      }}
    >
      <p>{props.question}</p>
    </DeleteDialog>
  );
}
