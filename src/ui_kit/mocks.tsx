/** Test setup for screens of the kit, for tests only. */
import { act, render } from '@testing-library/react';
import { CoreContext } from '@sd/core/public';
import { coreMock, type CoreStartMock } from '@sd/core/public/mocks';
import type { ReactNode } from 'react';
import { createKit, type Kit } from './kit/create_kit';
import { KitProvider } from './kit/kit_context';
import { createKitMemory } from './kit/list_storage';

/** An in-memory replacement of the browser's storage, for one test. */
export class MemoryStorage implements Storage {
  private readonly values = new Map<string, string>();
  get length(): number {
    return this.values.size;
  }
  clear = (): void => this.values.clear();
  getItem = (key: string): string | null => this.values.get(key) ?? null;
  key = (index: number): string | null => [...this.values.keys()][index] ?? null;
  removeItem = (key: string): void => void this.values.delete(key);
  setItem = (key: string, value: string): void => void this.values.set(key, value);
}

export interface TestKit {
  readonly core: CoreStartMock;
  readonly kit: Kit;
  /** Returns what leaving the app would currently do. */
  readonly leave: () => { readonly type: string; readonly title?: string };
  /** The kit's storage on the device. */
  readonly storage: Storage;
}

/** @param path - inside an app at `/app/test` */
export function createTestKit(path: string, storage: Storage = new MemoryStorage()): TestKit {
  const core = coreMock.createStart();
  const params = coreMock.createAppMountParameters('/app/test');
  params.history.push(path);
  const kit = createKit(core as never, params, {
    memory: createKitMemory('test.', () => storage),
    root: { text: 'Test', path: '/' },
  });
  const leave = () =>
    params.onAppLeave.mock.calls[0]![0]({
      confirm: (text, title) => ({ type: 'confirm', text, title }) as never,
      default: () => ({ type: 'default' }) as never,
    });
  return { core, kit, leave, storage };
}

export interface KitScreen extends TestKit {
  readonly unmount: () => void;
}

/** Renders a screen of the kit. @param path - inside an app at `/app/test` */
export async function renderKit(
  path: string,
  node: ReactNode,
  storage?: Storage
): Promise<KitScreen> {
  const testKit = createTestKit(path, storage);
  const tree = (
    <CoreContext>
      <KitProvider services={testKit.kit.services}>{node}</KitProvider>
    </CoreContext>
  );
  let unmount!: () => void;
  // The first responses arrive here.
  await act(async () => {
    ({ unmount } = render(tree));
  });
  return { ...testKit, unmount };
}
