import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { dropSavedDraft, saveDrafts, saveDraftsOnLeave } from '@sd/core/public';
import { SAVED_DRAFT_LIMITS } from '@sd/contracts';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import fc from 'fast-check';
import { allowConsole } from '../../../test/helpers/console_guard';
import { renderKit } from '../mocks';
import { type FormDataSource, FormFrame, type FormProblems, TextField, useEntityForm } from '..';
import { merge } from './merge';
import { describeChanges } from './entity_changes';

interface Note {
  readonly title: string;
  readonly pin: string;
}

/** A data source that saves nothing. */
const NO_STORE: FormDataSource<Note> = {
  key: ['test', 'notes'],
  read: () => Promise.resolve(undefined),
  save: () => Promise.resolve(),
  classify: () => ({ kind: 'declined' }),
};

interface NoteFormProps {
  readonly secrets?: readonly string[];
  readonly save?: FormDataSource<Note>['save'];
  readonly problems?: FormProblems;
}

function NoteForm({ secrets, save, problems = {} }: NoteFormProps): ReactElement {
  const form = useEntityForm<Note, Note>({
    store: { ...NO_STORE, ...(save && { save }) },
    label: 'Create note',
    initial: { title: '', pin: '' },
    ...(secrets && { secrets }),
    source: undefined,
    nameOf: (values) => values.title,
    toEntity: (values) => values,
    validate: () => problems,
    savedText: () => 'Saved',
    nextPath: () => '/',
    onLoadTheirs: () => undefined,
  });
  return (
    <FormFrame form={form} label="Note" cancelPath="/" submitLabel="Save">
      <TextField control={form.control} name="title" label="Title" />
      <TextField control={form.control} name="pin" label="Pin" />
    </FormFrame>
  );
}

/** A page whose bundle never finishes loading. */
const NeverLoaded = lazy(() => new Promise<never>(() => undefined));

function Pages(): ReactElement {
  const [page, setPage] = useState('form');
  return (
    <>
      {['form', 'other', 'on its way'].map((name) => (
        <button key={name} onClick={() => setPage(name)}>
          {name}
        </button>
      ))}
      <Suspense fallback="Loading">
        {page === 'form' ? <NoteForm /> : page === 'other' ? 'Another page' : <NeverLoaded />}
      </Suspense>
    </>
  );
}

const title = (): HTMLInputElement => screen.getByLabelText('Title');
const open = (page: string) => userEvent.click(screen.getByRole('button', { name: page }));

it('restores a draft, including later input when the next page failed to load', async () => {
  await renderKit('/', <Pages />);
  await userEvent.type(title(), 'first');
  await open('other');
  await open('form');
  expect(title()).toHaveValue('first');
  await userEvent.type(title(), ', second');
  await open('on its way');
  expect(screen.getByText('Loading')).toBeVisible();
  await open('form');
  expect(title()).toHaveValue('first, second');
});

describe('a save that fails', () => {
  it('moves to the first wrong field on the page and says how many there are', async () => {
    await renderKit('/', <NoteForm problems={{ pin: 'Enter a pin.', title: 'Enter a title.' }} />);
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(title()).toHaveFocus());
    expect(screen.getByRole('alert')).toHaveTextContent('2 fields need attention');
  });

  it.each([
    [[], 'your entries are still here, even after a reload.'],
    [['pin'], 'even after a reload (except passwords).'],
    [undefined, 'your entries are still here.'],
  ])('says that the server is unreachable and tries again (secrets: %p)', async (secrets, text) => {
    allowConsole(/A request failed/);
    const save = jest.fn().mockRejectedValueOnce({ request: {} }).mockResolvedValue(undefined);
    const { core } = await renderKit('/', <NoteForm save={save} {...(secrets && { secrets })} />);
    await userEvent.type(title(), 'kept');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveFocus();
    expect(alert).toHaveTextContent("Can't reach the server. Nothing was saved;");
    expect(alert).toHaveTextContent(text);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(core.notifications.toasts.addSuccess).toHaveBeenCalled());
    expect(save).toHaveBeenLastCalledWith('kept', { title: 'kept', pin: '' }, { create: true });
  });

  it('keeps the input in the tab when the page is reloaded, without secrets', async () => {
    const stop = saveDraftsOnLeave(() => 'jane');
    const { unmount, kit } = await renderKit('/notes/new', <NoteForm secrets={['pin']} />);
    await userEvent.type(title(), 'half a thought');
    await userEvent.type(screen.getByLabelText('Pin'), 'pin-4711');
    fireEvent(window, new Event('pagehide'));
    stop();
    unmount();
    kit.stop();
    const reloaded = await renderKit('/notes/new', <NoteForm secrets={['pin']} />);
    expect(title()).toHaveValue('half a thought');
    expect(screen.getByLabelText('Pin')).toHaveValue('');
    reloaded.kit.stop();
    sessionStorage.clear();
  });
});

describe('drafts at the end of a session', () => {
  afterEach(() => sessionStorage.clear());
  const inTab = () => Object.values({ ...sessionStorage }).join();

  async function type(secrets?: readonly string[], path = '/notes/new') {
    const { unmount, kit } = await renderKit(path, <NoteForm {...(secrets && { secrets })} />);
    await userEvent.type(title(), 'half a thought');
    await userEvent.type(screen.getByLabelText('Pin'), 'pin-4711');
    saveDrafts('jane');
    unmount();
    kit.stop();
  }

  it('are stored in the tab without secrets, read only once, and not shown at other URLs', async () => {
    await type(['pin']);
    expect(inTab()).toContain('half a thought');
    expect(inTab()).not.toContain('pin-4711');
    dropSavedDraft('jane');
    const elsewhere = await renderKit('/notes/1', <NoteForm secrets={['pin']} />);
    expect(title()).toHaveValue('');
    elsewhere.unmount();
    elsewhere.kit.stop();
    expect(inTab()).not.toContain('half a thought');
  });

  it('are restored at the URL of the form', async () => {
    await type(['pin']);
    const { kit } = await renderKit('/notes/new', <NoteForm secrets={['pin']} />);
    kit.stop();
    expect(title()).toHaveValue('half a thought');
    expect(screen.getByLabelText('Pin')).toHaveValue('');
  });

  it('are not stored for a form that does not declare its secret fields', async () => {
    await type();
    expect(inTab()).not.toContain('half a thought');
  });

  it('are not available to other users, and are removed on logout', async () => {
    await type(['pin']);
    dropSavedDraft('john');
    expect(inTab()).not.toContain('half a thought');
    await type(['pin']);
    dropSavedDraft();
    expect(inTab()).not.toContain('half a thought');
  });

  it('are limited in number and size', async () => {
    const { kit, unmount } = await renderKit('/notes/new', <NoteForm secrets={['pin']} />);
    const large = 'x'.repeat(SAVED_DRAFT_LIMITS.characters);
    kit.services.drafts.keep(
      { href: '/app/test/small', label: 'Small' },
      () => 1,
      () => 'small text'
    );
    kit.services.drafts.keep(
      { href: '/app/test/large', label: 'Large' },
      () => 1,
      () => large
    );
    saveDrafts('jane');
    expect(inTab()).toContain('small text');
    expect(inTab().length).toBeLessThan(SAVED_DRAFT_LIMITS.characters);
    unmount();
    kit.stop();
  });
});

const original = {
  reserved: false,
  description: 'Old',
  names: ['a', 'b'],
  attributes: { x: '1', y: '2' },
  rows: [{ p: 1 }],
};
/** The form omits `reserved`. */
const { reserved: _reserved, ...unchanged } = original;
const mergeOf = (mine: object, theirs: object, chosen: readonly string[] = []) =>
  merge({ original, unchanged, mine, theirs }, new Set(chosen));

it('applies changes made by only one of the two users', () => {
  const { merged, collisions } = mergeOf(
    { ...unchanged, description: 'Mine' },
    { ...original, rows: [{ p: 2 }], fresh: true }
  );
  expect(collisions).toEqual([]);
  expect(merged).toEqual({ ...unchanged, description: 'Mine', rows: [{ p: 2 }], fresh: true });
});

it('removes a field that one user removed and the other left unchanged', () => {
  const { description: _mine, ...withoutDescription } = unchanged;
  const { rows: _theirs, ...withoutRows } = original;
  const { merged } = mergeOf(withoutDescription, withoutRows);
  expect(merged).toEqual({ names: ['a', 'b'], attributes: { x: '1', y: '2' } });
});

it('applies the additions and removals of both users to lists of names, and merges maps entry by entry', () => {
  const { merged, collisions } = mergeOf(
    { ...unchanged, names: ['b', 'mine'], attributes: { x: '1', y: 'mine' } },
    { ...original, names: ['a', 'b', 'theirs'], attributes: { x: 'theirs', y: '2', z: '3' } }
  );
  expect(collisions).toEqual([]);
  expect(merged['names']).toEqual(['b', 'theirs', 'mine']);
  expect(merged['attributes']).toEqual({ x: 'theirs', y: 'mine', z: '3' });
});

it('reports fields that both users changed differently, and uses the chosen side', () => {
  const mine = { ...unchanged, description: 'Mine', attributes: { x: 'm', y: '2' } };
  const theirs = { ...original, description: 'Theirs', attributes: { x: 't', y: '2' } };
  expect(mergeOf(mine, theirs).collisions).toEqual([
    { field: 'description', mine: 'Mine', theirs: 'Theirs' },
    { field: 'attributes.x', mine: 'm', theirs: 't' },
  ]);
  expect(mergeOf(mine, theirs, ['attributes.x']).merged).toMatchObject({
    description: 'Mine',
    attributes: { x: 't' },
  });
});

const entity = fc.record({
  description: fc.constantFrom('Old', 'x', 'y'),
  names: fc.uniqueArray(fc.constantFrom('a', 'b', 'c')),
  rows: fc.array(fc.record({ p: fc.integer({ min: 0, max: 1 }) }), { maxLength: 2 }),
});

it('returns their version without own changes, and the own version without theirs', () => {
  fc.assert(
    fc.property(entity, entity, (before, after) => {
      const versions = { original: before, unchanged: before };
      expect(merge({ ...versions, mine: before, theirs: after })).toEqual({
        merged: after,
        collisions: [],
      });
      expect(merge({ ...versions, mine: after, theirs: before })).toEqual({
        merged: after,
        collisions: [],
      });
    })
  );
});

it('lists the fields that another user changed', () => {
  const changes = describeChanges(
    { a: ['x', 'y'], d: 'old', same: { p: 1, q: 2 } },
    { a: ['y', 'z'], d: 'new', same: { q: 2, p: 1 }, b: 1 }
  );
  expect(changes).toEqual([
    { field: 'a', text: 'added z; removed x' },
    { field: 'd', text: 'old → new' },
    { field: 'b', text: '— → 1' },
  ]);
});
