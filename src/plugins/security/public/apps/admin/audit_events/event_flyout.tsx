/** Details of one audit event. */
import {
  EuiButton,
  EuiCodeBlock,
  EuiFlyout,
  EuiFlyoutBody,
  EuiFlyoutHeader,
  EuiSpacer,
  EuiTitle,
  useGeneratedHtmlId,
} from '@elastic/eui';
import { t } from '@sd/core/public';
import { WrappingText, DASH, useLink, Facts } from '@sd/ui_kit';
import type { ReactElement } from 'react';
import type { AuditEvent } from '../../../../common';
import { useFeature } from '../../../services/features';
import { eventTime } from './event_columns';
import { actSummary, changesPath, type EventAct, eventSummary } from './event_fields';

export interface EventFlyoutProps {
  readonly act: EventAct;
  readonly onClose: () => void;
}

export function EventFlyout({ act, onClose }: EventFlyoutProps): ReactElement {
  const titleId = useGeneratedHtmlId({ prefix: 'event' });
  const link = useLink();
  const hasHistory = useFeature('history');
  const { main, parts } = act;
  const changes = hasHistory ? changesPath(main) : undefined;
  return (
    <EuiFlyout onClose={onClose} aria-labelledby={titleId} size="m">
      <EuiFlyoutHeader hasBorder>
        <EuiTitle size="s">
          <h2 id={titleId} style={{ overflowWrap: 'anywhere' }}>
            <WrappingText text={actSummary(act)} />, {eventTime(main)}
          </h2>
        </EuiTitle>
      </EuiFlyoutHeader>
      <EuiFlyoutBody>
        {changes !== undefined && (
          <>
            <EuiButton iconType="clock" {...link(changes)}>
              {t('security.events.change', 'Show this change in the history')}
            </EuiButton>
            <EuiSpacer size="m" />
          </>
        )}
        {parts.map((event) => (
          <Part key={event._id} event={event} isAlone={parts.length === 1} />
        ))}
      </EuiFlyoutBody>
    </EuiFlyout>
  );
}

function Part({
  event,
  isAlone,
}: {
  readonly event: AuditEvent;
  readonly isAlone: boolean;
}): ReactElement {
  return (
    <>
      {!isAlone && (
        <EuiTitle size="xs">
          <h3 style={{ overflowWrap: 'anywhere' }}>
            <WrappingText text={eventSummary(event)} />
          </h3>
        </EuiTitle>
      )}
      <Facts
        items={Object.entries(event)
          .filter(([field]) => field !== '_id')
          .map(([field, value]) => ({
            title: <span style={{ overflowWrap: 'anywhere' }}>{field}</span>,
            description: <Value value={value} />,
          }))}
      />
      {!isAlone && <EuiSpacer size="l" />}
    </>
  );
}

/** Bodies and diffs are JSON texts. */
function Value({ value }: { readonly value: unknown }): ReactElement {
  const parsed = typeof value === 'string' ? parseStructure(value) : value;
  if (typeof parsed === 'object' && parsed !== null)
    return (
      <EuiCodeBlock language="json" fontSize="s" paddingSize="s" isCopyable>
        {JSON.stringify(parsed, null, 2)}
      </EuiCodeBlock>
    );
  const text = String(parsed);
  return <span style={{ overflowWrap: 'anywhere' }}>{text === '' ? DASH : text}</span>;
}

function parseStructure(text: string): unknown {
  if (!/^[[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
