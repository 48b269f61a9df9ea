/** Advanced settings page: find, edit and save several settings together. */
import {
  type ReactElement,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { merge } from 'rxjs';
import {
  EuiButton,
  EuiFieldSearch,
  EuiFormRow,
  EuiScreenReaderOnly,
  EuiSelect,
  EuiSpacer,
  EuiText,
  EuiTitle,
} from '@elastic/eui';
import {
  type CoreStart,
  type IUiSettingsClient,
  mountReactNode,
  parseQueryParams,
  t,
} from '@sd/core/public';
import { useDraft } from '@sd/ui_kit';
import { categoryLabel, matchesSearch, type Setting, listSettings } from './setting';
import { TenantBar } from '../tenant_bar';
import type { ScreenDeps } from '../services/screen_deps';
import { useTenants } from '../services/use_tenants';
import { SettingRow } from './setting_row';
import { UnsavedBar } from './unsaved_bar';
import { useSettingsForm } from './use_settings_form';

/** The settings, updated when any part of the page changes one. */
function useSettings(uiSettings: IUiSettingsClient): readonly Setting[] {
  const [settings, setSettings] = useState(() => listSettings(uiSettings.getAll()));
  useEffect(() => {
    const subscription = merge(uiSettings.getUpdate$(), uiSettings.getSaved$()).subscribe(() =>
      setSettings(listSettings(uiSettings.getAll()))
    );
    return () => subscription.unsubscribe();
  }, [uiSettings]);
  return settings;
}

/** Limits line length and the distance between related elements. */
const MAX_WIDTH_PX = 800;

interface SettingsPageProps extends ScreenDeps {
  /** Query string of the opened address. */
  readonly initialSearch: string;
  /** Loads the page again. */
  readonly reloadPage: () => void;
}

export function SettingsPage({
  core,
  security,
  initialSearch,
  reloadPage,
}: SettingsPageProps): ReactElement {
  const { uiSettings } = core;
  const settings = useSettings(uiSettings);
  const form = useSettingsForm(uiSettings, settings);
  const { current, canWrite } = useTenants(security);
  const [search, setSearch] = useState(() => parseQueryParams(initialSearch).get('query') ?? '');
  const [category, setCategory] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const { changes, restore } = form;

  const visible = useMemo(
    () =>
      settings.filter(
        (setting) =>
          (category === '' || setting.category === category) && matchesSearch(setting, search)
      ),
    [settings, category, search]
  );
  const categories = useMemo(
    () => [...new Set(settings.map((setting) => setting.category))],
    [settings]
  );
  const hasChanges = form.changedKeys.length > 0;
  const visibleKeys = new Set(visible.map(({ key }) => key));
  const hiddenCount = form.changedKeys.filter((key) => !visibleKeys.has(key)).length;

  const title = t('management.settings.title', 'Advanced settings');
  const { restored } = useDraft(
    title,
    hasChanges,
    () => changes,
    (draft) => draft
  );
  useLayoutEffect(() => {
    if (restored) restore(restored);
  }, [restored, restore]);

  const save = useCallback(async () => {
    const report = await form.save();
    if (report && report.saved.length > 0) notifySaved(core, report.saved, reloadPage);
    if (report && report.errors.size === 0) return;
    // Clears the filter so that invalid settings are visible.
    setSearch('');
    setCategory('');
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    );
  }, [form, core, reloadPage]);

  return (
    <div style={{ maxInlineSize: MAX_WIDTH_PX }} data-test-subj="advancedSettings">
      {security && current && <TenantBar security={security} tenant={current} />}
      <SettingsFilter
        search={search}
        onSearch={setSearch}
        category={category}
        onCategory={setCategory}
        categories={categories}
      />
      <EuiScreenReaderOnly>
        <p role="status">
          {t(
            'management.settings.resultCount',
            '{count, plural, =0 {No settings found} one {# setting} other {# settings}}',
            { count: visible.length }
          )}
        </p>
      </EuiScreenReaderOnly>
      <EuiSpacer size="m" />
      <div ref={list}>
        {visible.length === 0 && (
          <NothingFound
            onClear={() => {
              setSearch('');
              setCategory('');
            }}
          />
        )}
        <SettingSections
          categories={categories}
          settings={visible}
          form={form}
          canWrite={canWrite}
        />
      </div>
      <UnsavedBar
        count={form.changedKeys.length}
        hiddenCount={hiddenCount}
        isSaving={form.isSaving}
        onSave={() => void save()}
        onDiscard={form.discard}
      />
    </div>
  );
}

interface SettingsFilterProps {
  readonly search: string;
  readonly onSearch: (search: string) => void;
  /** '' for all. */
  readonly category: string;
  readonly onCategory: (category: string) => void;
  readonly categories: readonly string[];
}

const SettingsFilter = ({
  search,
  onSearch,
  category,
  onCategory,
  categories,
}: SettingsFilterProps): ReactElement => (
  <div
    style={{
      display: 'grid',
      gap: 16,
      gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 240px), 1fr))',
    }}
  >
    <EuiFormRow fullWidth label={t('management.settings.searchLabel', 'Search settings')}>
      <EuiFieldSearch
        fullWidth
        value={search}
        onChange={(event) => onSearch(event.target.value)}
        placeholder={t('management.settings.searchPlaceholder', 'Name, description or key')}
      />
    </EuiFormRow>
    <EuiFormRow
      fullWidth
      // Next to another row, so it has no bottom margin.
      style={{ marginBlockStart: 0 }}
      label={t('management.settings.categoryLabel', 'Category')}
    >
      <EuiSelect
        fullWidth
        value={category}
        onChange={(event) => onCategory(event.target.value)}
        options={[
          {
            value: '',
            text: t('management.settings.allCategories', 'All categories'),
          },
          ...categories.map((value) => ({ value, text: categoryLabel(value) })),
        ]}
      />
    </EuiFormRow>
  </div>
);

interface SettingSectionsProps {
  readonly categories: readonly string[];
  readonly settings: readonly Setting[];
  readonly form: ReturnType<typeof useSettingsForm>;
  readonly canWrite: boolean;
}

/** The settings, by category. */
const SettingSections = ({
  categories,
  settings,
  form,
  canWrite,
}: SettingSectionsProps): ReactElement => (
  <>
    {categories
      .map((name) => ({
        name,
        members: settings.filter((setting) => setting.category === name),
      }))
      .filter(({ members }) => members.length > 0)
      .map(({ name, members }) => (
        <section key={name} aria-label={categoryLabel(name)}>
          <EuiTitle size="s">
            <h2>{categoryLabel(name)}</h2>
          </EuiTitle>
          <EuiSpacer size="s" />
          {members.map((setting) => (
            <div key={setting.key} style={{ marginBottom: 8 }}>
              <SettingRow
                setting={setting}
                field={form.field(setting)}
                isLocked={!canWrite || form.isSaving}
                onEdit={form.edit}
                onReset={form.reset}
              />
            </div>
          ))}
          <EuiSpacer size="m" />
        </section>
      ))}
  </>
);

function NothingFound({ onClear }: { readonly onClear: () => void }): ReactElement {
  return (
    <EuiText>
      <p>{t('management.settings.none', 'No setting matches the search and the category.')}</p>
      <EuiButton size="s" onClick={onClear}>
        {t('management.settings.clear', 'Show all settings')}
      </EuiButton>
    </EuiText>
  );
}

/** Reports the save and offers a reload if a changed setting is read only at page load. */
function notifySaved(
  { notifications: { toasts } }: CoreStart,
  saved: readonly Setting[],
  reloadPage: () => void
): void {
  toasts.addSuccess(
    t(
      'management.settings.saved',
      '{count, plural, one {# setting saved} other {# settings saved}}',
      { count: saved.length }
    )
  );
  const needReload = saved.filter(({ requiresPageReload }) => requiresPageReload);
  if (needReload.length === 0) return;
  toasts.add({
    title: t('management.settings.reloadTitle', 'Reload the page to see the changes'),
    color: 'success',
    text: mountReactNode(
      <>
        <p>{needReload.map(({ name }) => name).join(', ')}</p>
        <EuiButton size="s" onClick={reloadPage} data-test-subj="reloadPage">
          {t('management.settings.reload', 'Reload page')}
        </EuiButton>
      </>
    ),
  });
}
