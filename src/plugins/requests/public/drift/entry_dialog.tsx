/** One entry, field by field: what the folder says, and what is there. */
import {
  EuiModal,
  EuiModalBody,
  EuiModalHeader,
  EuiModalHeaderTitle,
  useGeneratedHtmlId,
} from '@elastic/eui';
import type { DriftEntry } from '@sd/contracts';
import type { ReactElement } from 'react';
import { useParts } from '../parts';
import { DriftFields } from './drift_fields';

interface EntryDialogProps {
  readonly entry: DriftEntry;
  readonly onClose: () => void;
}

export function EntryDialog({ entry, onClose }: EntryDialogProps): ReactElement {
  const titleId = useGeneratedHtmlId({ prefix: 'driftEntry' });
  const title = useParts().entryLabel(entry.kind, entry.name);
  return (
    <EuiModal aria-labelledby={titleId} onClose={onClose} style={{ inlineSize: 900 }}>
      <EuiModalHeader>
        <EuiModalHeaderTitle id={titleId} style={{ overflowWrap: 'anywhere' }}>
          {title}
        </EuiModalHeaderTitle>
      </EuiModalHeader>
      <EuiModalBody>
        <DriftFields entry={entry} />
      </EuiModalBody>
    </EuiModal>
  );
}
