import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { renderKit } from '../mocks';
import { type EntityStore, FormFrame, TextField, useEntityForm } from '..';

interface Note {
  readonly title: string;
}

/** Nothing is saved here. */
const NO_STORE: EntityStore<Note> = {
  key: ['test', 'notes'],
  read: () => Promise.resolve(undefined),
  save: () => Promise.resolve(),
  judge: () => ({ kind: 'declined' }),
};

function NoteForm(): ReactElement {
  const form = useEntityForm<Note, Note>({
    store: NO_STORE,
    label: 'Create note',
    initial: { title: '' },
    source: undefined,
    nameOf: (values) => values.title,
    toEntity: (values) => values,
    validate: () => ({}),
    savedText: () => 'Saved',
    nextPath: () => '/',
    onLoadTheirs: () => undefined,
  });
  return (
    <FormFrame form={form} label="Note" cancelPath="/" submitLabel="Save">
      <TextField control={form.control} name="title" label="Title" />
    </FormFrame>
  );
}

/** A page whose bundle is on its way for as long as anybody looks. */
const OnItsWay = lazy(() => new Promise<never>(() => undefined));

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
        {page === 'form' ? <NoteForm /> : page === 'other' ? 'Another page' : <OnItsWay />}
      </Suspense>
    </>
  );
}

const title = (): HTMLInputElement => screen.getByLabelText('Title');
const open = (page: string) => userEvent.click(screen.getByRole('button', { name: page }));

it('brings back what was typed, and what was typed since when the next page did not arrive', async () => {
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
