/** Import result of each object. */
import { EuiCallOut, EuiSpacer, EuiText } from '@elastic/eui';
import type { ReactElement } from 'react';
import type { ImportSuccess } from '@sd/contracts';
import { t } from '@sd/core/public';
import { objectTypeLabel } from '@sd/ui_kit';
import { toKey } from '../objects_api';
import { getName, findReason } from './import_decisions';
import type { ImportProgress } from './import_state';

export function ImportReport({ progress }: { readonly progress: ImportProgress }): ReactElement {
  const { imported, failed, skipped } = progress;
  const isComplete = failed.length === 0;
  return (
    <>
      <div role="status">
        <EuiCallOut
          size="s"
          color={isComplete ? 'success' : 'danger'}
          iconType={isComplete ? 'check' : 'warning'}
          title={
            isComplete || imported.length > 0
              ? t(
                  'management.import.report',
                  'Imported: {imported}. Skipped: {skipped}. Failed: {failed}.',
                  {
                    imported: imported.length,
                    skipped: skipped.length,
                    failed: failed.length,
                  }
                )
              : t('management.import.nothing', 'Nothing was imported')
          }
        />
      </div>
      <EuiSpacer size="m" />
      <EuiText size="s" style={{ overflowWrap: 'anywhere' }}>
        {failed.length > 0 && (
          <>
            <h3>{t('management.import.failed', 'Failed')}</h3>
            <ul>
              {failed.map((error) => (
                <li key={toKey(error)}>
                  <strong>{getName(error)}</strong>
                  {': '}
                  {findReason(error)}
                </li>
              ))}
            </ul>
          </>
        )}
        {skipped.length > 0 && (
          <>
            <h3>{t('management.import.skipped', 'Skipped')}</h3>
            <ul>
              {skipped.map((error) => (
                <li key={toKey(error)}>{getName(error)}</li>
              ))}
            </ul>
          </>
        )}
        {imported.length > 0 && (
          <>
            <h3>{t('management.import.imported', 'Imported')}</h3>
            <ul>
              {imported.map((success) => (
                <li key={toKey(success)}>{describe(success)}</li>
              ))}
            </ul>
          </>
        )}
      </EuiText>
    </>
  );
}

function describe({ type, id, meta, overwrite, destinationId }: ImportSuccess): string {
  const values = { title: meta.title ?? id, type: objectTypeLabel(type) };
  if (overwrite === true) {
    return t(
      'management.import.itemOverwritten',
      '{title} ({type}), overwritten if it existed',
      values
    );
  }
  return destinationId === undefined
    ? t('management.import.itemNew', '{title} ({type})', values)
    : t('management.import.itemCopy', '{title} ({type}), as a new copy', values);
}
