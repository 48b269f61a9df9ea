/** What is risky, unused, broken or weak in the configuration, from worst to least. */
import {
  EuiBadge,
  EuiButton,
  EuiButtonEmpty,
  EuiFieldSearch,
  EuiFlexGroup,
  EuiFlexItem,
  EuiPanel,
  EuiSelect,
  EuiSpacer,
  EuiSwitch,
  EuiText,
} from '@elastic/eui';
import { type FindingBody, SEVERITIES } from '@sd/contracts';
import { i18n, t } from '@sd/core/public';
import {
  Actions,
  lazyPage,
  type LinkProps,
  LoadError,
  PageHeader,
  PageLoading,
  type TableColumn,
  useChanged,
  useLink,
  usePage,
} from '@sd/ui_kit';
import { type ReactElement, Suspense, useMemo, useState } from 'react';
import { dayLabel } from '../../../components/history/change_texts';
import { OutsideBadge } from '../../../components/history/outside_badge';
import { LinkedPages } from '../../../components/linked_pages';
import { MissingFeature } from '../../../components/missing_feature';
import { PagedTable } from '../../../components/paged_table';
import { useFeature } from '../../../services/features';
import { sentenceOf, useFindings } from '../../../services/findings';
import { NotConsidered } from '../../../components/access/not_considered';
import { useMay } from '../../../services/rights';
import { SECURITY_KEY } from '../../../services/query_keys';
import { FINDING_PAGES } from '../paths';
import { type FindingRow, rowsOf } from './finding_rows';
import { ruleTitle } from './rule_titles';
import { findingsTitle, groupLabel, isOpen, SEVERITY_COLORS, severityLabel } from './finding_texts';

export function FindingsPage(): ReactElement {
  usePage([{ text: findingsTitle() }]);
  if (useFeature('explain')) return <Findings />;
  return (
    <MissingFeature
      title={findingsTitle()}
      reason={t('security.findings.absent', "This cluster's configuration can't be checked.")}
    />
  );
}

function Findings(): ReactElement {
  const { data, error, reload, isLoading } = useFindings();
  return (
    <>
      <PageHeader
        title={findingsTitle()}
        description={t(
          'security.findings.intro',
          'See what is risky, unused or broken in this configuration, and fix it.'
        )}
        actions={
          <EuiFlexGroup gutterSize="s" wrap responsive={false}>
            <LinkedPages from="findings" />
            <EuiButton
              hasAriaDisabled
              iconType="refresh"
              isLoading={isLoading}
              onClick={() => reload()}
            >
              {t('security.common.checkAgain', 'Check again')}
            </EuiButton>
          </EuiFlexGroup>
        }
      />
      {error !== undefined && <LoadError error={error} onRetry={reload} isRetrying={isLoading} />}
      {!data && error === undefined && <PageLoading />}
      {data && <NotConsidered codes={data.not_considered} />}
      {data && <List findings={data.findings} />}
      {data && data.skipped.length > 0 && (
        <>
          <EuiSpacer size="m" />
          <EuiText size="s" color="subdued" style={{ maxWidth: 800 }}>
            <p>
              {t(
                'security.findings.skipped',
                "{count, plural, one {# rule couldn''t run, because what it checks} other {# rules couldn''t run, because what they check}} isn''t available here: {rules}.",
                {
                  count: data.skipped.length,
                  rules: i18n.formatList(data.skipped.map(({ rule }) => ruleTitle(rule))),
                }
              )}
            </p>
          </EuiText>
        </>
      )}
    </>
  );
}

const ALL = 'all';

function List({ findings }: { readonly findings: readonly FindingBody[] }): ReactElement {
  const link = useLink();
  const may = useMay();
  const [openRows, setOpenRows] = useState(NONE);
  const [selected, setSelected] = useState(NONE);
  const columns = useMemo(() => {
    const toggle = (id: string) =>
      setOpenRows((now) => {
        const next = new Set(now);
        if (!next.delete(id)) next.add(id);
        return next;
      });
    return columnsOf({ link, openRows, toggle });
  }, [link, openRows]);
  const select = (chosen: readonly FindingBody[], onPage: readonly FindingBody[]) => {
    const next = new Set(selected);
    for (const { id } of onPage) next.delete(id);
    for (const { id } of chosen) next.add(id);
    setSelected(next);
  };
  const [search, setSearch] = useState('');
  const [severity, setSeverity] = useState<string>(ALL);
  const [showsAccepted, setShowsAccepted] = useState(false);
  const accepted = findings.filter((one) => !isOpen(one)).length;
  const needle = search.trim().toLowerCase();
  const shown = findings.filter(
    (one) =>
      (showsAccepted || isOpen(one)) &&
      (severity === ALL || one.severity === severity) &&
      `${one.rule} ${ruleTitle(one.rule)} ${sentenceOf(one, 'text')}`.toLowerCase().includes(needle)
  );
  const rows = rowsOf(shown);
  const expanded = Object.fromEntries(
    rows
      .filter(({ id }) => openRows.has(id))
      .map((row) => [
        row.id,
        <Alike
          key={row.id}
          row={row}
          selected={selected}
          {...(may('full') && { onSelect: select })}
        />,
      ])
  );
  return (
    <EuiPanel grow={false} hasBorder hasShadow={false} paddingSize="m">
      <EuiFlexGroup gutterSize="s" wrap responsive={false} alignItems="center">
        <EuiFlexItem style={{ minInlineSize: 200 }}>
          <EuiFieldSearch
            fullWidth
            value={search}
            placeholder={t('security.findings.search', 'Search findings')}
            aria-label={t('security.findings.search', 'Search findings')}
            onChange={({ target }) => setSearch(target.value)}
          />
        </EuiFlexItem>
        <EuiFlexItem grow={false}>
          <EuiSelect
            aria-label={t('security.findings.severity', 'Severity')}
            value={severity}
            options={[
              { value: ALL, text: t('security.findings.anySeverity', 'Any severity') },
              ...SEVERITIES.map((value) => ({ value, text: severityLabel(value) })),
            ]}
            onChange={({ target }) => setSeverity(target.value)}
          />
        </EuiFlexItem>
        {accepted > 0 && (
          <EuiFlexItem grow={false}>
            <EuiSwitch
              compressed
              label={t('security.findings.showAccepted', 'Show accepted ({count, number})', {
                count: accepted,
              })}
              checked={showsAccepted}
              onChange={({ target }) => setShowsAccepted(target.checked)}
            />
          </EuiFlexItem>
        )}
      </EuiFlexGroup>
      <EuiSpacer size="m" />
      <Selected
        findings={findings.filter(({ id }) => selected.has(id))}
        onDone={() => setSelected(NONE)}
      />
      <PagedTable<FindingRow>
        key={`${search} ${severity}`}
        caption={findingsTitle()}
        items={rows}
        idOf={({ id }) => id}
        columns={columns}
        expanded={expanded}
        {...(may('full') && {
          selection: {
            selected: new Set(
              rows
                .filter((row) => row.findings.every(({ id }) => selected.has(id)))
                .map(({ id }) => id)
            ),
            onChange: (chosen, onPage) =>
              select(
                chosen.flatMap((row) => row.findings),
                onPage.flatMap((row) => row.findings)
              ),
            labelOf: rowText,
          },
        })}
        empty={
          findings.some(isOpen)
            ? t('security.findings.noMatch', 'No findings match.')
            : t('security.findings.none', 'Nothing found. The configuration looks good.')
        }
      />
    </EuiPanel>
  );
}

const NONE: ReadonlySet<string> = new Set();

const rowText = ({ findings: [first, ...others] }: FindingRow): string =>
  others.length === 0 ? sentenceOf(first, 'text') : ruleTitle(first.rule);

const AcceptDialog = lazyPage(async () => (await import('./accept_dialog')).AcceptDialog);
const FixFlyout = lazyPage(async () => (await import('./fix_flyout')).FixFlyout);

interface SelectedProps {
  readonly findings: readonly FindingBody[];
  /** Nothing stays selected. */
  readonly onDone: () => void;
}

/** What can be done with the selected findings together. */
function Selected({ findings, onDone }: SelectedProps): ReactElement | null {
  const changed = useChanged();
  const [opened, setOpened] = useState<'accept' | 'fix'>();
  const close = (isDone: boolean) => {
    setOpened(undefined);
    if (!isDone) return;
    onDone();
    changed(SECURITY_KEY);
  };
  const open = findings.filter(isOpen);
  if (findings.length === 0) return null;
  return (
    <>
      <Actions alignItems="center">
        <EuiText size="s" role="status">
          {t('security.findings.selected', '{count, number} selected', { count: findings.length })}
        </EuiText>
        <EuiButton size="s" iconType="wrench" onClick={() => setOpened('fix')}>
          {t('security.findings.fixSelected', 'Fix…')}
        </EuiButton>
        <EuiButton size="s" isDisabled={open.length === 0} onClick={() => setOpened('accept')}>
          {t('security.findings.accept', 'Accept until…')}
        </EuiButton>
      </Actions>
      <EuiSpacer size="s" />
      <Suspense fallback={null}>
        {opened === 'accept' && <AcceptDialog ids={open.map(({ id }) => id)} onClose={close} />}
        {opened === 'fix' && <FixFlyout findings={findings} onClose={close} />}
      </Suspense>
    </>
  );
}

interface AlikeProps {
  readonly row: FindingRow;
  readonly selected: ReadonlySet<string>;
  /** Absent for users who may not accept findings. */
  readonly onSelect?: (chosen: readonly FindingBody[], shown: readonly FindingBody[]) => void;
}

/** The findings of one row, each with a link. */
function Alike({ row, selected, onSelect }: AlikeProps): ReactElement {
  const link = useLink();
  const columns = useMemo(() => [textColumn(link), sinceColumn()], [link]);
  return (
    <PagedTable<FindingBody>
      caption={rowText(row)}
      items={row.findings}
      idOf={({ id }) => id}
      columns={columns}
      {...(onSelect && {
        selection: { selected, onChange: onSelect, labelOf: (one) => sentenceOf(one, 'text') },
      })}
    />
  );
}

interface ColumnDeps {
  readonly link: (path: string) => LinkProps;
  readonly openRows: ReadonlySet<string>;
  readonly toggle: (id: string) => void;
}

const columnsOf = ({
  link,
  openRows,
  toggle,
}: ColumnDeps): ReadonlyArray<TableColumn<FindingRow>> => [
  {
    id: 'severity',
    name: t('security.findings.severity', 'Severity'),
    render: ({ findings: [{ severity, accepted }] }) =>
      accepted ? (
        <EuiBadge color="hollow">{t('security.findings.accepted', 'Accepted')}</EuiBadge>
      ) : (
        <EuiBadge color={SEVERITY_COLORS[severity]}>{severityLabel(severity)}</EuiBadge>
      ),
  },
  {
    id: 'text',
    name: t('security.findings.finding', 'Finding'),
    render: (row) => {
      const [first, ...others] = row.findings;
      if (others.length === 0) return textColumn(link).render(first);
      const isExpanded = openRows.has(row.id);
      return (
        <EuiButtonEmpty
          size="s"
          flush="left"
          iconType={isExpanded ? 'chevronSingleDown' : 'chevronSingleRight'}
          aria-expanded={isExpanded}
          onClick={() => toggle(row.id)}
        >
          {t('security.findings.alike', '{title} ({count, number})', {
            title: ruleTitle(first.rule),
            count: row.findings.length,
          })}
        </EuiButtonEmpty>
      );
    },
  },
  {
    id: 'group',
    name: t('security.findings.group', 'Group'),
    width: '9rem',
    render: ({ findings: [{ group }] }) => groupLabel(group),
  },
  {
    ...sinceColumn(),
    render: ({ findings }) => sinceColumn().render(oldestOf(findings)),
  },
];

const oldestOf = (findings: FindingRow['findings']): FindingBody =>
  findings.reduce((oldest, one) =>
    (one.since ?? Infinity) < (oldest.since ?? Infinity) ? one : oldest
  );

const textColumn = (link: ColumnDeps['link']): TableColumn<FindingBody> => ({
  id: 'text',
  name: t('security.findings.finding', 'Finding'),
  render: (finding) => (
    <>
      <a {...link(FINDING_PAGES.view(finding.id))} style={{ overflowWrap: 'anywhere' }}>
        {sentenceOf(finding, 'text')}
      </a>
      {finding.objects.some((one) => one.changed_outside) && (
        <div>
          <OutsideBadge />
        </div>
      )}
    </>
  ),
});

const sinceColumn = (): TableColumn<FindingBody> => ({
  id: 'since',
  name: t('security.findings.since', 'Since'),
  width: '8rem',
  render: ({ since }) => (since === undefined ? null : dayLabel(since)),
});
