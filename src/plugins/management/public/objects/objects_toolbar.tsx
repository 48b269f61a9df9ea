/** Above the list: search, filter by type, and what can be done with objects. */
import { EuiButton, EuiButtonEmpty, EuiFieldSearch, EuiText, EuiToolTip } from '@elastic/eui';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { FormattedMessage, i18n } from '@sd/core/public';
import type { ManagedType } from '../../common';
import type { Tenants } from '../services/use_tenants';
import type { ObjectRow } from './objects_api';
import type { OpenDialog } from './dialog_props';
import type { ChangeQuery, ObjectsQuery } from './objects_query';
import { TypeFilter } from './type_filter';

/** Between the last key and the request. */
const SEARCH_DELAY_MS = 250;

export interface ObjectsToolbarProps {
  readonly query: ObjectsQuery;
  readonly onChange: ChangeQuery;
  readonly types: readonly ManagedType[];
  readonly selection: readonly ObjectRow[];
  readonly tenants: Tenants;
  readonly onOpen: (dialog: OpenDialog) => void;
}

const ROW = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 8 } as const;

export function ObjectsToolbar({
  query,
  onChange,
  types,
  selection,
  tenants,
  onOpen,
}: ObjectsToolbarProps): ReactElement {
  const { canWrite } = tenants;
  return (
    <>
      <div style={ROW}>
        <div style={{ flex: '1 1 240px', minWidth: 0 }}>
          <SearchField value={query.search} onChange={(search) => onChange({ search })} />
        </div>
        <TypeFilter
          types={types}
          chosen={query.types}
          onChange={(chosen) => onChange({ types: chosen })}
        />
        <EuiButton
          size="s"
          iconType="download"
          isDisabled={types.length === 0}
          onClick={() => onOpen({ kind: 'export', objects: [] })}
        >
          <FormattedMessage id="management.objects.exportAll" defaultMessage="Export all" />
        </EuiButton>
        <ReasonTip reason={canWrite ? undefined : readOnly()}>
          <EuiButton
            size="s"
            iconType="upload"
            isDisabled={!canWrite}
            hasAriaDisabled
            onClick={() => onOpen({ kind: 'import' })}
          >
            <FormattedMessage id="management.objects.import" defaultMessage="Import" />
          </EuiButton>
        </ReasonTip>
      </div>
      {selection.length > 0 && (
        <div style={{ ...ROW, marginTop: 8 }} role="group" aria-label={selectionLabel()}>
          <EuiText size="s" role="status">
            <p>
              <FormattedMessage
                id="management.objects.selected"
                defaultMessage="{count, plural, one {# object selected} other {# objects selected}}"
                values={{ count: selection.length }}
              />
            </p>
          </EuiText>
          <EuiButtonEmpty
            size="s"
            iconType="download"
            onClick={() => onOpen({ kind: 'export', objects: selection })}
          >
            <FormattedMessage id="management.objects.exportSelected" defaultMessage="Export" />
          </EuiButtonEmpty>
          {tenants.current && (
            <ReasonTip reason={tenants.others.length === 0 ? noTarget() : undefined}>
              <EuiButtonEmpty
                size="s"
                iconType="copy"
                isDisabled={tenants.others.length === 0}
                hasAriaDisabled
                onClick={() => onOpen({ kind: 'copy', objects: selection })}
              >
                <FormattedMessage
                  id="management.objects.copySelected"
                  defaultMessage="Copy to tenant"
                />
              </EuiButtonEmpty>
            </ReasonTip>
          )}
          <ReasonTip reason={canWrite ? undefined : readOnly()}>
            <EuiButtonEmpty
              size="s"
              color="danger"
              iconType="trash"
              isDisabled={!canWrite}
              hasAriaDisabled
              onClick={() => onOpen({ kind: 'delete', objects: selection })}
            >
              <FormattedMessage id="management.objects.deleteSelected" defaultMessage="Delete" />
            </EuiButtonEmpty>
          </ReasonTip>
        </div>
      )}
    </>
  );
}

const selectionLabel = (): string =>
  i18n.translate('management.objects.selectionLabel', { defaultMessage: 'Selected objects' });

const readOnly = (): string =>
  i18n.translate('management.objects.readOnly', {
    defaultMessage: 'Your permission for this tenant is read only.',
  });
const noTarget = (): string =>
  i18n.translate('management.objects.noTarget', {
    defaultMessage: 'There is no other tenant that you may write to.',
  });

/** Says why a button is out of use, which therefore stays in the tab order. */
function ReasonTip({
  reason,
  children,
}: {
  /** Undefined: the button works. */
  readonly reason: string | undefined;
  readonly children: ReactElement;
}): ReactElement {
  return reason === undefined ? children : <EuiToolTip content={reason}>{children}</EuiToolTip>;
}

/** Asks when typing pauses, at once on Enter. */
function SearchField({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
}): ReactElement {
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  const latestChange = useRef(onChange);
  latestChange.current = onChange;

  const send = (text: string) => {
    if (text === sent.current) return;
    sent.current = text;
    latestChange.current(text);
  };
  useEffect(() => {
    const timer = setTimeout(() => send(typed), SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  // Changed from outside: the back button, or "clear search and filters".
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setTyped(value);
  }, [value]);

  const label = i18n.translate('management.objects.searchLabel', {
    defaultMessage: 'Search saved objects',
  });
  return (
    <EuiFieldSearch
      fullWidth
      compressed
      aria-label={label}
      placeholder={label}
      value={typed}
      maxLength={1000}
      onChange={(event) => setTyped(event.target.value)}
      onSearch={send}
    />
  );
}
