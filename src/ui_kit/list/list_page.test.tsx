import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import { allowConsole } from '../../../test/helpers/console_guard';
import { type KitScreen, renderKit } from '../mocks';
import { useChanged } from '../queries/use_server_query';
import type { Facet } from './facet_types';
import { ListPage } from './list_page';
import type { ListState } from './list_state';
import { ListTable } from './list_table';
import { useColumns } from './use_columns';
import { type ListPageData, type ListSource, useList } from './use_list';

jest.setTimeout(30_000);

interface Thing {
  readonly name: string;
  readonly colour: string;
}

const all: readonly Thing[] = Array.from({ length: 12 }, (_, index) => ({
  name: `thing ${String(index + 1).padStart(2, '0')}`,
  colour: index % 2 === 0 ? 'red' : 'blue',
}));
const pageOf = ({ search, filters, page, perPage }: ListState): ListPageData<Thing> => {
  const found = all.filter(
    ({ name, colour }) => name.includes(search) && (filters['colour']?.includes(colour) ?? true)
  );
  return {
    total: found.length,
    items: found.slice((page - 1) * perPage, page * perPage),
    facets: {
      colour: [
        { value: 'red', label: 'Red', count: 6 },
        { value: 'blue', label: 'Blue' },
      ],
    },
  };
};

type ReadThings = ListSource<Thing>['read'];
const sourceOf = (read: ReadThings): ListSource<Thing> => ({
  key: ['things'],
  address: { facets: ['colour'], sortField: 'name', sortFields: ['name'] },
  idOf: ({ name }) => name,
  nameOf: ({ name }) => name,
  read,
});

const paint = jest.fn();

const COLOUR: Facet = { name: 'colour', label: 'Colour' };

function Things({
  source,
  facets = [COLOUR],
}: {
  readonly source: ListSource<Thing>;
  readonly facets?: readonly Facet[];
}) {
  const list = useList(source);
  const changed = useChanged();
  return (
    <ListPage<Thing>
      id="things"
      title="Things"
      list={list}
      searchLabel="Search things"
      facets={facets}
      columns={[
        { id: 'name', name: 'Name', sortField: 'name', isFixed: true, render: ({ name }) => name },
        { id: 'colour', name: 'Paint', render: ({ colour }) => `is ${colour}` },
        { id: 'secret', name: 'Secret', isOptional: true, render: () => 'hidden at first' },
      ]}
      actions={[
        { id: 'paint', label: 'Paint', iconType: 'pencil', run: paint },
        { id: 'one', label: 'Only one', iconType: 'pencil', isForOne: true, run: paint },
      ]}
    >
      <button onClick={() => changed(['things'])}>Changed</button>
    </ListPage>
  );
}

const render = jest.fn((colour: string) => colour);
const COUNTED_COLUMNS = [
  { id: 'colour', name: 'Paint', render: ({ colour }: Thing) => render(colour) },
];

/** A list whose columns are constant. */
function CountedThings({ source }: { readonly source: ListSource<Thing> }) {
  const list = useList(source);
  const changed = useChanged();
  return (
    <>
      <ListTable
        list={list}
        columns={useColumns('things', COUNTED_COLUMNS)}
        caption="Things"
        actions={[{ id: 'paint', label: 'Paint', iconType: 'pencil', run: paint }]}
      />
      <button onClick={() => changed(['things'])}>Changed</button>
    </>
  );
}

const open = async (path: string, read: ReadThings, storage?: Storage): Promise<KitScreen> =>
  renderKit(path, <Things source={sourceOf(read)} />, storage);
const setup = () =>
  userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never });
const names = () =>
  screen
    .getAllByRole('checkbox', { name: /^Select thing/ })
    .map((box) => (box.getAttribute('aria-label') ?? '').replace('Select ', ''));

it('sends a request for each key press, aborts outdated ones, and never shows an older response', async () => {
  const requests: Array<{ search: string; signal: AbortSignal; respond: () => void }> = [];
  const { kit } = await open('/', async (state, signal) => {
    if (state.search === '') return pageOf(state);
    await new Promise<void>((resolve) =>
      requests.push({ search: state.search, signal, respond: resolve })
    );
    return pageOf(state);
  });
  const search = await screen.findByRole('searchbox', { name: 'Search things' });
  for (const text of ['1', '11']) fireEvent.change(search, { target: { value: text } });
  await waitFor(() => expect(requests.map((one) => one.search)).toEqual(['1', '11']));
  const [first, second] = requests;
  expect(first!.signal.aborted).toBe(true);
  expect(second!.signal.aborted).toBe(false);
  await act(async () => second!.respond());
  expect(names()).toEqual(['thing 11']);
  await act(async () => first!.respond());
  expect(names()).toEqual(['thing 11']);
  await waitFor(() => expect(kit.services.history.location.search).toBe('?q=11'));
});

it('shows no table before the first rows, to avoid layout shifts', async () => {
  let response = () => {};
  await open('/', async (state) => {
    await new Promise<void>((resolve) => (response = resolve));
    return pageOf(state);
  });
  const status = await screen.findByText('Loading…');
  expect(status.closest('[aria-busy=true]')).toBeVisible();
  expect(screen.queryByRole('table')).toBeNull();
  await act(async () => response());
  expect(screen.queryByText('Loading…')).toBeNull();
  expect(screen.getByRole('table')).toBeVisible();
});

it('loads the values of a filter when it is opened, with counts that reflect the other filters', async () => {
  const readFacet = jest.fn(async () => [{ value: 'red', label: 'Red', count: 4 }]);
  const source = { ...sourceOf(async (state) => pageOf(state)), readFacet };
  await renderKit('/?q=thing&f.colour=red', <Things source={source} />);
  await screen.findByText('thing 01');
  expect(readFacet).not.toHaveBeenCalled();
  const user = setup();
  await user.click(screen.getByRole('button', { name: /Colour/ }));
  expect(await screen.findByRole('option', { name: /Red/ })).toHaveTextContent('4');
  expect(readFacet).toHaveBeenCalledWith(
    'colour',
    expect.objectContaining({ search: 'thing', filters: {} }),
    expect.any(AbortSignal)
  );
});

it('shows the unfiltered total while a filter is active', async () => {
  const { kit } = await open('/', async (state) => ({ ...pageOf(state), unfilteredTotal: 12 }));
  await screen.findByText('12', { selector: 'header *' });
  await act(async () => kit.services.history.push('/?f.colour=blue'));
  expect(await screen.findByText('6 of 12', { selector: 'header *' })).toBeVisible();
});

it('remembers compact rows', async () => {
  const { kit } = await open('/', async (state) => pageOf(state));
  await screen.findByText('thing 01');
  const user = setup();
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  await user.click(await screen.findByRole('switch', { name: 'Compact rows' }));
  expect(screen.getByRole('table').className).toContain('compressed');
  expect(kit.services.memory.get('compact_rows')).toBe(true);
});

it('follows the URL on back navigation and links', async () => {
  const { kit } = await open('/?q=thing&page=2', async (state) => pageOf(state));
  expect(names()).toEqual(['thing 11', 'thing 12']);
  await act(async () => kit.services.history.push('/?f.colour=blue'));
  expect(names()).toHaveLength(6);
  expect(screen.getByRole('searchbox', { name: 'Search things' })).toHaveValue('');
});

it('keeps the selection across pages, shows how much of it is on other pages, and clears it', async () => {
  await open('/', async (state) => pageOf(state));
  const user = setup();
  await user.click(screen.getByRole('checkbox', { name: 'Select thing 02' }));
  await user.click(screen.getByRole('link', { name: 'Page 2 of 2' }));
  await waitFor(() => expect(names()).toContain('thing 12'));
  await user.click(screen.getByRole('checkbox', { name: 'Select thing 12' }));
  expect(screen.getByText('2 selected, 1 of them not on this page')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Actions' }));
  expect(
    await screen.findByRole('menuitem', { name: /Only one.*Select exactly one row/ })
  ).toHaveAttribute('aria-disabled', 'true');
  await user.click(screen.getByRole('menuitem', { name: 'Paint' }));
  expect(paint).toHaveBeenLastCalledWith([all[1], all[11]]);
  await user.click(screen.getByRole('link', { name: 'Page 1 of 2' }));
  await waitFor(() =>
    expect(screen.getByRole('checkbox', { name: 'Select thing 02' })).toBeChecked()
  );
  await user.click(screen.getByRole('button', { name: 'Clear selection' }));
  expect(screen.getByRole('checkbox', { name: 'Select thing 02' })).not.toBeChecked();
});

it('selects all results on all pages after those of one page', async () => {
  const user = setup();
  const read = jest.fn(async (state: ListState) => pageOf(state));
  await open('/?f.colour=red&f.colour=blue', read);
  const all = () => screen.queryByRole('button', { name: 'Select all 12 results' });
  await user.click(await screen.findByRole('checkbox', { name: /Select all rows/ }));
  fireEvent.click(all()!);
  expect(await screen.findByText('12 selected, 2 of them not on this page')).toBeVisible();
  expect(all()).toBeNull();
  expect(read).toHaveBeenLastCalledWith(
    expect.objectContaining({ page: 1, perPage: 100, filters: { colour: ['red', 'blue'] } }),
    expect.any(AbortSignal)
  );
});

it('keeps the selection if not all results can be read', async () => {
  allowConsole(/Not now/);
  const user = setup();
  await open('/', async (state) => {
    if (state.perPage === 100)
      throw Object.assign(new Error('Refused'), { body: { message: 'Not now' } });
    return pageOf(state);
  });
  await user.click(await screen.findByRole('checkbox', { name: /Select all rows/ }));
  fireEvent.click(screen.getByRole('button', { name: 'Select all 12 results' }));
  expect(await screen.findByText('Not now')).toHaveAttribute('role', 'alert');
  expect(screen.getByText('10 selected')).toBeVisible();
});

it('clears the selection of the page with the checkbox that selects it', async () => {
  await open('/', async (state) => pageOf(state));
  const user = setup();
  await user.click(screen.getByRole('checkbox', { name: 'Select thing 02' }));
  const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Deselect rows' });
  expect(all.indeterminate).toBe(true);
  await user.click(all);
  expect(screen.queryByText(/selected/)).toBeNull();
  expect(screen.getByRole('checkbox', { name: 'Select all rows' })).not.toBeChecked();
});

it('sorts by the button of a heading, and announces the order', async () => {
  const { kit } = await open('/', async (state) => pageOf(state));
  const heading = screen.getByRole('columnheader', { name: 'Name' });
  expect(heading).toHaveAttribute('aria-sort', 'ascending');
  expect(screen.getByRole('columnheader', { name: 'Paint' })).not.toHaveAttribute('aria-sort');
  await setup().click(within(heading).getByRole('button', { name: 'Name' }));
  expect(heading).toHaveAttribute('aria-sort', 'descending');
  expect(kit.services.history.location.search).toBe('?dir=desc');
});

it('names the table, its page and its rows', async () => {
  await open('/', async (state) => pageOf(state));
  const table = screen.getByRole('table', { name: 'Things, page 1 of 2' });
  expect(within(table).getAllByRole('rowheader')).toHaveLength(10);
  expect(within(table).getByRole('row', { name: /thing 03/ })).toHaveTextContent('is red');
});

it('renders only rows that changed when newer data arrives', async () => {
  let colour = 'red';
  render.mockClear();
  const source = sourceOf(async (state) => {
    const page = pageOf(state);
    return {
      ...page,
      items: page.items.map((item, at) => (at === 2 ? { ...item, colour } : item)),
    };
  });
  await renderKit('/', <CountedThings source={source} />);
  expect(render).toHaveBeenCalledTimes(10);
  const user = setup();
  await user.click(screen.getByRole('button', { name: 'Changed' }));
  expect(render).toHaveBeenCalledTimes(10);
  colour = 'green';
  await user.click(screen.getByRole('button', { name: 'Changed' }));
  await waitFor(() => expect(screen.getByText('green')).toBeVisible());
  expect(render).toHaveBeenCalledTimes(11);
});

it('runs an action on one row from its menu, and returns the focus to its button', async () => {
  await open('/', async (state) => pageOf(state));
  const user = setup();
  const menu = screen.getByRole('button', { name: 'Actions for thing 03' });
  await user.click(menu);
  expect(menu).toHaveAttribute('aria-expanded', 'true');
  await user.click(await screen.findByRole('menuitem', { name: 'Only one' }));
  expect(paint).toHaveBeenLastCalledWith([all[2]]);
  expect(menu).toHaveAttribute('aria-expanded', 'false');
  expect(menu).toHaveFocus();
});

it('shows the selected columns, also on the next visit', async () => {
  const user = setup();
  const { storage, unmount } = await open('/', async (state) => pageOf(state));
  expect(screen.getAllByText('is red')).toHaveLength(5);
  expect(screen.queryByText('hidden at first')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  expect(screen.queryByRole('checkbox', { name: 'Name' })).toBeNull();
  await user.click(await screen.findByRole('checkbox', { name: 'Paint' }));
  await user.click(screen.getByRole('checkbox', { name: 'Secret' }));
  expect(screen.queryByText('is red')).toBeNull();
  expect(screen.getAllByText('hidden at first')).toHaveLength(10);
  unmount();
  await open('/', async (state) => pageOf(state), storage);
  expect(screen.queryByText('is red')).toBeNull();
  expect(screen.getAllByText('hidden at first')).toHaveLength(10);
});

it('shows the number of items for each value', async () => {
  await open('/', async (state) => pageOf(state));
  const user = setup();
  await user.click(screen.getByRole('button', { name: 'Colour' }));
  expect(await screen.findByRole('option', { name: /Red.*6/ })).toBeVisible();
  await user.click(screen.getByRole('option', { name: /Blue/ }));
  await waitFor(() => expect(names()).toHaveLength(6));
});

it('moves to the last page if the requested one no longer exists', async () => {
  let isShort = false;
  const { kit } = await open('/?page=2', async (state) => {
    const page = pageOf(state);
    return isShort ? { ...page, total: 10, items: state.page > 1 ? [] : page.items } : page;
  });
  expect(names()).toHaveLength(2);
  isShort = true;
  await setup().click(screen.getByRole('button', { name: 'Changed' }));
  await waitFor(() => expect(names()).toHaveLength(10));
  expect(kit.services.history.location.search).toBe('');
});

it('keeps the rows if a reload fails, and retries on request', async () => {
  let isBroken = false;
  await open('/', async (state) => {
    if (isBroken) throw Object.assign(new Error(), { body: { message: 'Away.', statusCode: 500 } });
    return pageOf(state);
  });
  const user = setup();
  isBroken = true;
  await user.click(screen.getByRole('button', { name: 'Changed' }));
  const alert = await screen.findByRole('alert');
  expect(within(alert).getByText('Away.')).toBeVisible();
  expect(names()).toHaveLength(10);
  isBroken = false;
  await user.click(within(alert).getByRole('button', { name: 'Retry loading' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

it('ends at the last item that the server can reach, and says so', async () => {
  const source = {
    ...sourceOf(async (state) => ({ ...pageOf(state), total: 40 })),
    maxReachable: 20,
  };
  await renderKit('/things', <Things source={source} />);
  expect(screen.queryByText('The list ends here. Search to find more.')).toBeNull();
  fireEvent.click(screen.getByRole('link', { name: 'Page 2 of 2' }));
  expect(await screen.findByText('The list ends here. Search to find more.')).toBeVisible();
});

it('collapses many filters in a narrow window, and shows how many are active', async () => {
  // Warning of the library about its own cards.
  allowConsole(/not recommended unit/);
  const width = window.innerWidth;
  window.innerWidth = 400;
  try {
    const facets = ['colour', 'size', 'age'].map((name) => ({ name, label: `By ${name}` }));
    const source = sourceOf(async (state) => pageOf(state));
    await renderKit('/things?f.colour=red', <Things source={source} facets={facets} />);
    const filters = screen.getByRole('button', { name: 'Filters (1)' });
    expect(filters).toHaveAttribute('aria-expanded', 'false');
    expect(screen.queryByRole('button', { name: /^By size/ })).toBeNull();
    fireEvent.click(filters);
    expect(screen.getByRole('button', { name: /^By size/ })).toBeVisible();
  } finally {
    window.innerWidth = width;
  }
});

it('shows the age of cached data, and refreshes it on request', async () => {
  const read = jest.fn(async (state: ListState, _signal: AbortSignal, isFresh?: boolean) => ({
    ...pageOf(state),
    ageSeconds: isFresh ? 0 : 4,
  }));
  await open('/', read);
  expect(await screen.findByText(/^As of [45] s ago$/)).toBeInTheDocument();
  expect(read.mock.calls.map(([, , isFresh]) => isFresh)).toEqual([false]);
  fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByText(/^As of [01] s ago$/)).toBeInTheDocument();
  fireEvent.click(screen.getByRole('button', { name: 'Changed' }));
  expect(await screen.findByText(/^As of [45] s ago$/)).toBeInTheDocument();
  expect(read.mock.calls.map(([, , isFresh]) => isFresh)).toEqual([false, true, false]);
});

it('shows no age if the data is always current', async () => {
  await open('/', async (state) => pageOf(state));
  await screen.findByRole('searchbox', { name: 'Search things' });
  expect(screen.queryByRole('button', { name: 'Refresh' })).not.toBeInTheDocument();
});
