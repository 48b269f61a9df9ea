/** A component that a plugin adds, loaded when it is shown first. */
import { lazyPage } from '@sd/ui_kit';
import { type ComponentType, type ReactElement, Suspense, useState } from 'react';

interface AddedPartProps {
  readonly load: () => Promise<(props: never) => ReactElement | null>;
  readonly props: object;
  readonly fallback?: ReactElement;
}

export function AddedPart({ load, props, fallback }: AddedPartProps): ReactElement {
  const [Content] = useState(() => lazyPage(async () => (await load()) as ComponentType<object>));
  // Here, because a component below it forgets its state while the content loads.
  return (
    <Suspense fallback={fallback}>
      <Content {...props} />
    </Suspense>
  );
}
