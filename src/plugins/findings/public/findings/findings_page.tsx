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
import { FINDINGS_PATH } from '../../common';
import { dayLabel } from '../day_label';
import { useParts, withParts } from '../parts';
import { FINDING_PAGES } from '../paths';
import { findingsTitle } from '../texts';
import { type FindingRow, toRows } from './finding_rows';
import { ruleTitle } from './rule_titles';
import { groupLabel, isOpen, SEVERITY_COLORS, severityLabel } from './finding_texts';
import { toSentence, useFindings } from './queries';

export const findingsPage = withParts(FindingsPage);

function FindingsPage(): ReactElement {
  const { MissingFeature, useFeature } = useParts();
  usePage([{ text: findingsTitle() }]);
  if (useFeature('explain')) return <Findings />;
  return (
    <MissingFeature
      title={findingsTitle()}
      reason={t('findings.absent', "This cluster's configuration can't be checked.")}
    />
  );
}

function Findings(): ReactElement {
  const { LinkedPages, NotConsidered } = useParts();
  const { data, error, reload, isLoading } = useFindings();
  return (
    <>
      <PageHeader
        title={findingsTitle()}
        description={t(
          'findings.intro',
          'See what is risky, unused or broken in this configuration, and fix it.'
        )}
        actions={
          <EuiFlexGroup gutterSize="s" wrap responsive={false}>
            <LinkedPages from={FINDINGS_PATH} />
            <EuiButton
              hasAriaDisabled
              iconType="refresh"
              isLoading={isLoading}
              onClick={() => reload()}
            >
              {t('findings.common.checkAgain', 'Check again')}
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
                'findings.skipped',
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
  const { PagedTable, useMay } = useParts();
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
    return toColumns({ link, openRows, toggle });
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
      `${one.rule} ${ruleTitle(one.rule)} ${toSentence(one, 'text')}`.toLowerCase().includes(needle)
  );
  const rows = toRows(shown);
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
            placeholder={t('findings.search', 'Search findings')}
            aria-label={t('findings.search', 'Search findings')}
            onChange={({ target }) => setSearch(target.value)}
          />
        </EuiFlexItem>
        <EuiFlexItem grow={false}>
          <EuiSelect
            aria-label={t('findings.severity', 'Severity')}
            value={severity}
            options={[
              { value: ALL, text: t('findings.anySeverity', 'Any severity') },
              ...SEVERITIES.map((value) => ({ value, text: severityLabel(value) })),
            ]}
            onChange={({ target }) => setSeverity(target.value)}
          />
        </EuiFlexItem>
        {accepted > 0 && (
          <EuiFlexItem grow={false}>
            <EuiSwitch
              compressed
              label={t('findings.showAccepted', 'Show accepted ({count, number})', {
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
            ? t('findings.noMatch', 'No findings match.')
            : t('findings.none', 'Nothing found. The configuration looks good.')
        }
      />
    </EuiPanel>
  );
}

const NONE: ReadonlySet<string> = new Set();

const rowText = ({ findings: [first, ...others] }: FindingRow): string =>
  others.length === 0 ? toSentence(first, 'text') : ruleTitle(first.rule);

const AcceptDialog = lazyPage(async () => (await import('./accept_dialog')).AcceptDialog);
const FixFlyout = lazyPage(async () => (await import('./fix_flyout')).FixFlyout);

interface SelectedProps {
  readonly findings: readonly FindingBody[];
  /** Nothing stays selected. */
  readonly onDone: () => void;
}

/** What can be done with the selected findings together. */
function Selected({ findings, onDone }: SelectedProps): ReactElement | null {
  const { SECURITY_KEY } = useParts();
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
          {t('findings.selected', '{count, number} selected', { count: findings.length })}
        </EuiText>
        <EuiButton size="s" iconType="wrench" onClick={() => setOpened('fix')}>
          {t('findings.fixSelected', 'Fix…')}
        </EuiButton>
        <EuiButton size="s" isDisabled={open.length === 0} onClick={() => setOpened('accept')}>
          {t('findings.accept', 'Accept until…')}
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
  const { PagedTable } = useParts();
  const link = useLink();
  const columns = useMemo(() => [textColumn(link), sinceColumn()], [link]);
  return (
    <PagedTable<FindingBody>
      caption={rowText(row)}
      items={row.findings}
      idOf={({ id }) => id}
      columns={columns}
      {...(onSelect && {
        selection: { selected, onChange: onSelect, labelOf: (one) => toSentence(one, 'text') },
      })}
    />
  );
}

interface ColumnDeps {
  readonly link: (path: string) => LinkProps;
  readonly openRows: ReadonlySet<string>;
  readonly toggle: (id: string) => void;
}

const toColumns = ({
  link,
  openRows,
  toggle,
}: ColumnDeps): ReadonlyArray<TableColumn<FindingRow>> => [
  {
    id: 'severity',
    name: t('findings.severity', 'Severity'),
    render: ({ findings: [{ severity, accepted }] }) =>
      accepted ? (
        <EuiBadge color="hollow">{t('findings.accepted', 'Accepted')}</EuiBadge>
      ) : (
        <EuiBadge color={SEVERITY_COLORS[severity]}>{severityLabel(severity)}</EuiBadge>
      ),
  },
  {
    id: 'text',
    name: t('findings.finding', 'Finding'),
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
          {t('findings.alike', '{title} ({count, number})', {
            title: ruleTitle(first.rule),
            count: row.findings.length,
          })}
        </EuiButtonEmpty>
      );
    },
  },
  {
    id: 'group',
    name: t('findings.group', 'Group'),
    width: '9rem',
    render: ({ findings: [{ group }] }) => groupLabel(group),
  },
  {
    ...sinceColumn(),
    render: ({ findings }) => sinceColumn().render(findOldest(findings)),
  },
];

const findOldest = (findings: FindingRow['findings']): FindingBody =>
  findings.reduce((oldest, one) =>
    (one.since ?? Infinity) < (oldest.since ?? Infinity) ? one : oldest
  );

const textColumn = (link: ColumnDeps['link']): TableColumn<FindingBody> => ({
  id: 'text',
  name: t('findings.finding', 'Finding'),
  render: (finding) => (
    <>
      <a {...link(FINDING_PAGES.view(finding.id))} style={{ overflowWrap: 'anywhere' }}>
        {toSentence(finding, 'text')}
      </a>
      {finding.objects.some((one) => one.changed_outside) && <ChangedOutside />}
    </>
  ),
});

function ChangedOutside(): ReactElement {
  const { OutsideBadge } = useParts();
  return (
    <div>
      <OutsideBadge />
    </div>
  );
}

const sinceColumn = (): TableColumn<FindingBody> => ({
  id: 'since',
  name: t('findings.since', 'Since'),
  width: '8rem',
  render: ({ since }) => (since === undefined ? null : dayLabel(since)),
});
