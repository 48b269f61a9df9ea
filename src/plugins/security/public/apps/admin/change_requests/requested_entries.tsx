/** The entries of a change request, each with its differences and what stands in its way. */
import { EuiAccordion, EuiButtonEmpty, EuiLink, EuiPanel, EuiSpacer, EuiText } from '@elastic/eui';
import type { RequestedChange } from '@sd/contracts';
import { t } from '@sd/core/public';
import { useLink } from '@sd/ui_kit';
import { Fragment, type ReactElement } from 'react';
import { entryLabel } from '../../../components/history/change_texts';
import { fieldChanges } from '../../../components/history/field_changes';
import { fieldLabel } from '../../../components/history/field_labels';
import { FieldDifferences } from '../../../components/history/field_differences';
import { HISTORY_PAGES } from '../../../components/history/history_pages';
import { actionText } from '../export_import/import/import_plan';

/** Entries that are shown open. */
const MOST_OPEN = 10;

interface RequestedEntriesProps {
  readonly changes: readonly RequestedChange[];
  readonly isOpen: boolean;
  /** Why entries can't be changed, by kind and name. */
  readonly problems: ReadonlyMap<string, string>;
  /** Takes an entry out of the request. */
  readonly onRemove?: (change: RequestedChange) => void;
}

export function RequestedEntries(props: RequestedEntriesProps): ReactElement {
  const { changes, isOpen, problems, onRemove } = props;
  return (
    <section aria-label={t('security.changeRequests.changes', 'Requested changes')}>
      {changes.map((change) => {
        const { kind, name, action, before, after, state } = change;
        const title = entryLabel(kind, name);
        const problem = isOpen && state !== 'stale' ? problems.get(`${kind}/${name}`) : undefined;
        return (
          <Fragment key={`${kind}/${name}`}>
            <EuiPanel hasBorder hasShadow={false} paddingSize="m">
              <EuiAccordion
                id={`requested-${kind}-${name}`}
                initialIsOpen={changes.length <= MOST_OPEN}
                buttonContent={
                  <EuiText size="s" style={{ overflowWrap: 'anywhere' }}>
                    <h2>
                      {t('security.changeRequests.entryAction', '{entry}: {action}', {
                        entry: title,
                        action: actionText(action),
                      })}
                    </h2>
                  </EuiText>
                }
                extraAction={
                  onRemove && (
                    <EuiButtonEmpty
                      size="s"
                      color="danger"
                      aria-label={t('security.changeRequests.removeOne', 'Remove {entry}', {
                        entry: title,
                      })}
                      onClick={() => onRemove(change)}
                    >
                      {t('security.changeRequests.remove', 'Remove')}
                    </EuiButtonEmpty>
                  )
                }
              >
                <EuiSpacer size="s" />
                {isOpen && <EntryState change={change} />}
                {problem !== undefined && (
                  <EuiText size="s" color="danger" style={{ overflowWrap: 'anywhere' }}>
                    <p>{problem}</p>
                  </EuiText>
                )}
                <FieldDifferences
                  caption={t('security.import.differences', 'Fields of {name}', { name })}
                  changes={fieldChanges(before, after)}
                  labelOf={fieldLabel}
                  empty={t('security.import.noFields', 'No other fields differ.')}
                />
              </EuiAccordion>
            </EuiPanel>
            <EuiSpacer size="s" />
          </Fragment>
        );
      })}
    </section>
  );
}

function EntryState({ change }: { readonly change: RequestedChange }): ReactElement | null {
  const link = useLink();
  const { kind, name, state } = change;
  if (state === 'ready') return null;
  if (state === 'done')
    return (
      <EuiText size="s" color="success">
        <p>{t('security.changeRequests.isDone', 'This entry already has these values.')}</p>
      </EuiText>
    );
  return (
    <EuiText size="s" color="danger">
      <p>
        {t(
          'security.changeRequests.stale',
          "This entry has changed since the request was made, so the request can't be applied. The author can request the change again."
        )}{' '}
        <EuiLink {...link(HISTORY_PAGES.of(kind, name))}>
          {t('security.changeRequests.staleHistory', 'See what was changed')}
        </EuiLink>
      </p>
    </EuiText>
  );
}
