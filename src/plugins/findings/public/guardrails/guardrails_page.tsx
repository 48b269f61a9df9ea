/** Promises about access that every change must keep. */
import { EuiBadge, EuiButton, EuiPanel } from '@elastic/eui';
import type { BrokenGuardrails, GuardrailPromise } from '@sd/contracts';
import { t } from '@sd/core/public';
import {
  DeleteDialog,
  deleteEach,
  LoadError,
  PageHeader,
  PageLoading,
  type Read,
  Table,
  useChanged,
  useKit,
  useLink,
  usePage,
} from '@sd/ui_kit';
import { type ReactElement, useState } from 'react';
import { useParts, withParts } from '../parts';
import { FINDING_PAGES, GUARDRAIL_PAGES } from '../paths';
import { guardrailsTitle } from '../texts';
import { promiseText } from './guardrail_texts';
import { removeGuardrail, useBrokenGuardrails, useGuardrails } from './store';

type Row = GuardrailPromise & { readonly name: string };

export const guardrailsPage = withParts(GuardrailsPage);

function GuardrailsPage(): ReactElement {
  const { MissingFeature, useFeature } = useParts();
  usePage([{ text: guardrailsTitle() }]);
  if (useFeature('guardrails')) return <List />;
  return (
    <MissingFeature
      title={guardrailsTitle()}
      reason={t('findings.guardrails.absent', 'A cluster has no guardrails.')}
    />
  );
}

function List(): ReactElement {
  const { SECURITY_KEY, useAdmin, useLackingText } = useParts();
  const { core } = useAdmin();
  const { history } = useKit();
  const link = useLink();
  const changed = useChanged();
  const [removed, setRemoved] = useState<Row>();
  const lacking = useLackingText()(['PUT CONFIG']);
  const objection = lacking === undefined ? {} : { disabledReason: lacking };
  const { data, error, reload, isLoading } = useGuardrails();
  const checked = useBrokenGuardrails(data?.entity);
  const rows = Object.entries(data?.entity ?? {}).map(([name, one]) => ({ name, ...one }));
  return (
    <>
      <PageHeader
        title={guardrailsTitle()}
        description={t(
          'findings.guardrails.intro',
          'Write down who can access what. A change that breaks such a promise is refused, or needs a reason.'
        )}
        actions={
          lacking === undefined && (
            <EuiButton fill iconType="plusCircle" {...link(GUARDRAIL_PAGES.create)}>
              {t('findings.guardrails.add', 'Add guardrail')}
            </EuiButton>
          )
        }
      />
      {error !== undefined && <LoadError error={error} onRetry={reload} isRetrying={isLoading} />}
      {!data && error === undefined && <PageLoading />}
      {data && (
        <EuiPanel grow={false} hasBorder hasShadow={false} paddingSize="m">
          <Table<Row>
            caption={guardrailsTitle()}
            items={rows}
            idOf={({ name }) => name}
            columns={[
              {
                id: 'name',
                name: t('findings.common.name', 'Name'),
                render: ({ name }) =>
                  lacking === undefined ? (
                    <a {...link(GUARDRAIL_PAGES.edit(name))}>{name}</a>
                  ) : (
                    name
                  ),
              },
              {
                id: 'promise',
                name: t('findings.guardrails.rule', 'Rule'),
                render: (row) => (
                  <span style={{ overflowWrap: 'anywhere' }}>{promiseText(row)}</span>
                ),
              },
              {
                id: 'state',
                name: t('findings.common.state', 'State'),
                width: '9rem',
                render: ({ name }) => <State name={name} checked={checked} />,
              },
              ...(rows.some(({ description }) => description)
                ? [
                    {
                      id: 'description',
                      name: t('findings.common.why', 'Why'),
                      render: ({ description }: Row) => description ?? null,
                    },
                  ]
                : []),
            ]}
            empty={t(
              'findings.guardrails.none',
              'No guardrails yet. Example: only backend role hr and role all_access can read documents in salaries-*.'
            )}
            menu={{
              nameOf: ({ name }) => name,
              itemsOf: (row) => [
                {
                  id: 'edit',
                  label: t('findings.guardrails.edit', 'Edit guardrail'),
                  iconType: 'pencil',
                  onClick: () => history.push(GUARDRAIL_PAGES.edit(row.name)),
                  ...objection,
                },
                {
                  id: 'delete',
                  label: t('findings.guardrails.remove', 'Delete guardrail'),
                  iconType: 'trash',
                  onClick: () => setRemoved(row),
                  ...objection,
                },
              ],
            }}
          />
        </EuiPanel>
      )}
      {removed && (
        <DeleteDialog
          items={[{ id: removed.name, name: removed.name }]}
          title={t('findings.guardrails.removeTitle', 'Delete the guardrail {name}?', {
            name: removed.name,
          })}
          consequences={t(
            'findings.guardrails.removeText',
            'Changes that break this promise are then possible. No access changes now.'
          )}
          itemsLabel={guardrailsTitle()}
          confirmLabel={t('findings.common.delete', 'Delete')}
          run={deleteEach([{ id: removed.name, name: removed.name }], ({ id }) =>
            removeGuardrail(core.http, id)
          )}
          onClose={() => {
            setRemoved(undefined);
            changed(SECURITY_KEY);
          }}
        />
      )}
    </>
  );
}

interface StateProps {
  readonly name: string;
  readonly checked: Pick<Read<BrokenGuardrails>, 'data' | 'error'>;
}

/** A broken one leads to its finding, with who breaks it and what fixes it. */
function State({ name, checked: { data, error } }: StateProps): ReactElement {
  const link = useLink();
  if (!data)
    return (
      <EuiBadge color="hollow">
        {error === undefined
          ? t('findings.guardrails.checking', 'Checking…')
          : t('findings.guardrails.unknown', 'Not checked')}
      </EuiBadge>
    );
  const affected = data.broken[name];
  if (!affected)
    return <EuiBadge color="success">{t('findings.guardrails.holds', 'Holds')}</EuiBadge>;
  return (
    <a {...link(FINDING_PAGES.view(`broken-promise:guardrails/${name}`))}>
      <EuiBadge color="danger" style={{ cursor: 'pointer' }}>
        {t('findings.guardrails.brokenBy', 'Broken by {total, number}', { total: affected.total })}
      </EuiBadge>
    </a>
  );
}
