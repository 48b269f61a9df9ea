import { coreMock } from '@sd/core/public/mocks';
import { CoreContext } from '@sd/core/public';
import { QueryProvider } from '@sd/ui_kit';
import { render, screen } from '@testing-library/react';
import type { EntityPart, EntityTab } from '@sd/plugins/security/public';
import { plugin } from '.';

it('adds a tab to the page of a user, with the notes that they wrote', async () => {
  const core = coreMock.createSetup();
  const parts: EntityPart[] = [];
  plugin(coreMock.createPluginInitializerContext({ motto: '' })).setup(core as never, {
    security: {
      adminPages: { register: () => undefined },
      saveActions: { register: () => undefined },
      entityParts: { register: (part: EntityPart) => void parts.push(part) },
      impactParts: { register: () => undefined },
    } as never,
  });
  const [tab] = parts as [EntityTab<'user'>];
  expect([tab.entity, tab.path, tab.title()]).toEqual(['user', 'notes', 'Field notes']);
  core.http.get.mockResolvedValue({
    total: 2,
    rows: [
      { id: '1', title: 'Swan', author: 'jane' },
      { id: '2', title: 'Heron', author: 'joe' },
    ],
  });
  const UserNotes = await tab.load();
  render(
    <CoreContext>
      <QueryProvider>
        <UserNotes name="jane" user={{} as never} />
      </QueryProvider>
    </CoreContext>
  );
  expect(await screen.findByText('Swan')).toBeVisible();
  expect(screen.queryByText('Heron')).toBeNull();
});
