/** Copies objects into another tenant of the user. Conflicts can be overwritten one by one. */
import {
  EuiButton,
  EuiButtonEmpty,
  EuiFlyout,
  EuiFlyoutBody,
  EuiFlyoutFooter,
  EuiFlyoutHeader,
  EuiFormRow,
  EuiSelect,
  EuiSpacer,
  EuiSwitch,
  EuiText,
  EuiTitle,
  useGeneratedHtmlId,
} from '@elastic/eui';
import { useState, type ReactElement } from 'react';
import { errorText, FormattedMessage, t } from '@sd/core/public';
import type { CopyResult, ObjectKey } from '../../common';
import { FailureCallout } from './failure_callout';
import { ObjectList } from './object_list';
import { toKey, type ObjectRow } from './objects_api';
import type { DialogProps } from './dialog_props';
import { CopyReport } from './copy_report';

export interface CopyFlyoutProps extends DialogProps {
  readonly objects: readonly ObjectRow[];
}

export function CopyFlyout({ api, tenants, objects, onClose }: CopyFlyoutProps): ReactElement {
  const titleId = useGeneratedHtmlId({ prefix: 'copyTitle' });
  const [tenant, setTenant] = useState(tenants.others[0]?.value ?? '');
  const [includeReferences, setIncludeReferences] = useState(true);
  const [results, setResults] = useState<readonly CopyResult[]>();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const target = tenants.others.find(({ value }) => value === tenant);

  const copy = async (
    keys: readonly ObjectKey[],
    options: { overwrite: boolean; includeReferences: boolean }
  ) => {
    setIsBusy(true);
    setFailure(undefined);
    try {
      const chosen = keys.map(({ type, id }) => ({ type, id }));
      const response = await api.copy({ objects: chosen, tenant, ...options });
      setResults((earlier) => merge(earlier, response.results));
    } catch (error) {
      setFailure(errorText(error));
    }
    setIsBusy(false);
  };

  return (
    <EuiFlyout size="s" ownFocus onClose={() => onClose(false)} aria-labelledby={titleId}>
      <EuiFlyoutHeader hasBorder>
        <EuiTitle size="m">
          <h2 id={titleId}>{t('management.copy.title', 'Copy to another tenant')}</h2>
        </EuiTitle>
        <EuiText size="s" style={{ overflowWrap: 'anywhere' }}>
          <p>
            <FormattedMessage
              id="management.copy.from"
              defaultMessage={'From the tenant {tenant}, which stays unchanged.'}
              values={{ tenant: <strong>{tenants.current?.label}</strong> }}
            />
          </p>
        </EuiText>
      </EuiFlyoutHeader>
      <EuiFlyoutBody>
        {results ? (
          <CopyReport
            results={results}
            tenantLabel={target?.label ?? tenant}
            isBusy={isBusy}
            onOverwrite={(keys) => void copy(keys, { overwrite: true, includeReferences: false })}
          />
        ) : (
          <>
            <EuiFormRow fullWidth label={t('management.common.copyToTenant', 'Copy to tenant')}>
              <EuiSelect
                fullWidth
                value={tenant}
                options={tenants.others.map(({ value, label }) => ({ value, text: label }))}
                onChange={(event) => setTenant(event.target.value)}
              />
            </EuiFormRow>
            <EuiSpacer size="m" />
            <EuiSwitch
              label={t('management.copy.references', 'Copy objects they refer to as well')}
              checked={includeReferences}
              onChange={(event) => setIncludeReferences(event.target.checked)}
            />
            <EuiSpacer size="m" />
            <ObjectList objects={objects} />
          </>
        )}
        <FailureCallout message={failure} />
      </EuiFlyoutBody>
      <EuiFlyoutFooter>
        <div style={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: 8 }}>
          <EuiButtonEmpty flush="left" onClick={() => onClose(false)}>
            {results
              ? t('management.common.close', 'Close')
              : t('management.common.cancel', 'Cancel')}
          </EuiButtonEmpty>
          {!results && (
            <EuiButton
              fill
              isLoading={isBusy}
              isDisabled={!target}
              onClick={() => void copy(objects, { overwrite: false, includeReferences })}
            >
              {t(
                'management.copy.confirm',
                '{count, plural, one {Copy # object} other {Copy # objects}}',
                { count: objects.length }
              )}
            </EuiButton>
          )}
        </div>
      </EuiFlyoutFooter>
    </EuiFlyout>
  );
}

/** Later results replace earlier ones of the same object. */
function merge(
  earlier: readonly CopyResult[] | undefined,
  later: readonly CopyResult[]
): readonly CopyResult[] {
  if (!earlier) return later;
  const byKey = new Map(later.map((result) => [toKey(result), result]));
  return earlier.map((result) => {
    const next = byKey.get(toKey(result));
    return next ? { ...next, isReference: result.isReference } : result;
  });
}
