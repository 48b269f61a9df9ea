import { coreMock } from '@sd/core/public/mocks';
import { CoreContext } from '@sd/core/public';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { SaveAction } from '@sd/plugins/security/public';
import { plugin } from '.';

it('adds an action beside Save, which lists the changes in a note', async () => {
  const core = coreMock.createSetup();
  const actions: SaveAction[] = [];
  plugin(coreMock.createPluginInitializerContext({ motto: '' })).setup(core as never, {
    security: {
      adminPages: { register: () => undefined },
      saveActions: { register: (action: SaveAction) => void actions.push(action) },
      entityParts: { register: () => undefined },
      impactParts: { register: () => undefined },
    } as never,
  });
  const [action] = actions;
  expect(action?.label()).toBe('Write a note…');
  const Dialog = await action!.load();
  const onClose = jest.fn();
  const changes = [
    { kind: 'roles', name: 'sales', action: 'update', entry: {} },
    { kind: 'tenants', name: 'hr', action: 'create', entry: {} },
  ] as const;
  render(
    <CoreContext>
      <Dialog changes={changes} onClose={onClose} onTaken={() => undefined} />
    </CoreContext>
  );
  fireEvent.change(screen.getByRole('textbox', { name: 'Title' }), {
    target: { value: 'Ask Ana' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Write note' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const [path, options] = core.http.post.mock.calls[0] as unknown as [string, { body: string }];
  expect(path).toBe('/api/field_notes/notes');
  expect(JSON.parse(options.body)).toEqual({
    title: 'Ask Ana',
    text: 'update roles/sales\ncreate tenants/hr',
  });
});
