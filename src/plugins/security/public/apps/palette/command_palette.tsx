/**
 * Command palette: opens pages, roles, users and tenants by name and runs account menu actions.
 * Searches on each key press and ignores responses to earlier input.
 */
import {
  EuiIcon,
  EuiModalBody,
  EuiModalHeader,
  EuiModalHeaderTitle,
  EuiSelectable,
  type EuiSelectableOption,
  EuiText,
} from '@elastic/eui';
import { errorText, t } from '@sd/core/public';
import { type ReactElement, useEffect, useMemo, useRef, useState } from 'react';
import type { ScreenDeps } from '../../services/screen_deps';
import type { AccountDialogs } from '../../services/account_dialogs';
import {
  foundEntries,
  matching,
  ownEntries,
  type PaletteEntry,
  type PaletteKind,
} from './palette_entries';

const ICONS = {
  page: 'document',
  act: 'bolt',
  role: 'lock',
  user: 'user',
  tenant: 'users',
  account: 'gear',
} as const;

/** Results change on each key press; the dialog keeps its size and the field its position. */
const FIXED_SIZE = {
  inlineSize: 'min(592px, calc(100vw - 64px))',
  minBlockSize: 'min(400px, 50vh)',
};

export interface CommandPaletteProps extends ScreenDeps {
  readonly dialogs: AccountDialogs;
  /** What was typed before the field had the focus; called once it has. */
  readonly typedBefore: () => string;
  readonly onClose: () => void;
}

export function CommandPalette(props: CommandPaletteProps): ReactElement {
  const { dialogs, typedBefore, onClose, ...deps } = props;
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement | null>(null);
  // Otherwise the dialog would focus its first button.
  useEffect(() => {
    field.current?.focus();
    setTyped(typedBefore());
  }, [typedBefore]);
  // Created once, because they do not change while the palette is open.
  const [own] = useState(() => ownEntries(deps, dialogs));
  const { found, problem, isLoading } = useFound(deps, typed);
  const entries = useMemo(() => matching([...own, ...found], typed), [own, found, typed]);
  const options = useMemo(() => listOptions(entries), [entries]);
  const choose = (entry: PaletteEntry | undefined) => {
    if (!entry) return;
    onClose();
    entry.run();
  };
  const label = t('security.palette.search', 'Search pages, actions, roles, users and tenants');
  return (
    <>
      <EuiModalHeader>
        <EuiModalHeaderTitle size="xs">{t('security.palette.title', 'Go to')}</EuiModalHeaderTitle>
      </EuiModalHeader>
      <EuiModalBody>
        <EuiSelectable
          aria-label={label}
          singleSelection
          searchable
          isPreFiltered={{ highlightSearch: false }}
          isLoading={isLoading && options.length === 0}
          searchProps={{
            placeholder: label,
            isLoading,
            maxLength: 256,
            'data-test-subj': 'palette-search',
            inputRef: (node) => {
              field.current = node;
            },
            value: typed,
            onChange: setTyped,
            // Enter selects the first result even if it has just arrived and is not highlighted
            // yet.
            onKeyDown: ({ key, currentTarget }) => {
              if (key === 'Enter' && !currentTarget.getAttribute('aria-activedescendant'))
                choose(entries[0]);
            },
          }}
          options={options}
          emptyMessage={noResultsText()}
          noMatchesMessage={noResultsText()}
          listProps={{
            bordered: false,
            isVirtualized: false,
            onFocusBadge: false,
            showIcons: false,
            css: { maxBlockSize: 'none', overflow: 'visible' },
          }}
          onChange={(_options, _event, { key }) => choose(entries.find(({ id }) => id === key))}
        >
          {(list, search) => (
            <div style={FIXED_SIZE}>
              {search}
              {list}
            </div>
          )}
        </EuiSelectable>
        {problem !== undefined && (
          <EuiText size="s" color="danger" role="alert">
            <p>
              {t('security.palette.failed', "Couldn't search roles and users. {problem}", {
                problem,
              })}
            </p>
          </EuiText>
        )}
      </EuiModalBody>
    </>
  );
}

interface Found {
  readonly found: readonly PaletteEntry[];
  readonly problem?: string;
  readonly isLoading: boolean;
}

const NO_RESULTS: Found = { found: [], isLoading: false };

/** Search results for users with API access; earlier results stay until the next response. */
function useFound({ core, session, page, clusterSources }: ScreenDeps, typed: string): Found {
  const [state, setState] = useState(NO_RESULTS);
  const { hasApiAccess } = session;
  useEffect(() => {
    if (!hasApiAccess || typed.trim() === '') {
      setState(NO_RESULTS);
      return;
    }
    const controller = new AbortController();
    const { signal } = controller;
    setState(({ found }) => ({ found, isLoading: true }));
    foundEntries({ core, session, page, clusterSources }, typed, signal).then(
      (found) => {
        if (!signal.aborted) setState({ found, isLoading: false });
      },
      (error: unknown) => {
        if (!signal.aborted) setState({ found: [], isLoading: false, problem: errorText(error) });
      }
    );
    return () => controller.abort();
  }, [core, session, page, clusterSources, hasApiAccess, typed]);
  return state;
}

const listOptions = (entries: readonly PaletteEntry[]): EuiSelectableOption[] =>
  entries.flatMap(({ id, kind, label, keys }, at): EuiSelectableOption[] => [
    ...(entries[at - 1]?.kind === kind
      ? []
      : // Disabled entries do not count as results.
        [{ key: kind, label: kindText(kind), isGroupLabel: true, disabled: true } as const]),
    {
      key: id,
      label,
      prepend: <EuiIcon type={ICONS[kind]} />,
      ...(keys !== undefined && { append: <kbd>{keys}</kbd> }),
    },
  ]);

function kindText(kind: PaletteKind): string {
  switch (kind) {
    case 'page':
      return t('security.palette.pages', 'Pages');
    case 'act':
      return t('security.common.actions', 'Actions');
    case 'role':
      return t('security.common.roles', 'Roles');
    case 'user':
      return t('security.common.users', 'Users');
    case 'tenant':
      return t('security.palette.tenants', 'Switch to tenant');
    case 'account':
      return t('security.palette.account', 'Your account');
  }
}

const noResultsText = (): string => t('security.palette.nothing', 'No matches');
