import { coreMock } from '@sd/core/public/mocks';
import { CoreContext } from '@sd/core/public';
import { QueryProvider } from '@sd/ui_kit';
import { render, screen } from '@testing-library/react';
import type { ImpactPart } from '@sd/plugins/security/public';
import { plugin } from '.';

it('says beside the impact of changes how many notes mention what changes', async () => {
  const core = coreMock.createSetup();
  const parts: ImpactPart[] = [];
  plugin(coreMock.createPluginInitializerContext({ motto: '' })).setup(core as never, {
    security: {
      adminPages: { register: () => undefined },
      saveActions: { register: () => undefined },
      entityParts: { register: () => undefined },
      impactParts: { register: (part: ImpactPart) => void parts.push(part) },
    } as never,
  });
  core.http.get.mockResolvedValue({ total: 2, rows: [] });
  const ChangedNotes = await parts[0]!.load();
  render(
    <CoreContext>
      <QueryProvider>
        <ChangedNotes changes={{ roles: { sales: null } }} http={core.http} />
      </QueryProvider>
    </CoreContext>
  );
  expect(await screen.findByText('2 field notes mention sales.')).toBeVisible();
  const [, options] = core.http.get.mock.calls[0] as unknown as [string, { query: object }];
  expect(options.query).toMatchObject({ search: 'sales' });
});
