import { EuiHeaderSectionItem } from '@elastic/eui';
import { type ReactElement, useRef } from 'react';
import type { Observable } from 'rxjs';
import { MountWrapper, useObservable } from '../../utils';
import type { ChromeNavControl } from '../types';

const NO_CONTROLS: readonly ChromeNavControl[] = [];

/**
 * Controls of one place, each in an element of its own. A newcomer does not mount the others again.
 */
export function HeaderNavControls({
  controls$,
}: {
  readonly controls$: Observable<readonly ChromeNavControl[]>;
}): ReactElement {
  const controls = useObservable(controls$, NO_CONTROLS);
  const keyOf = useObjectKeys();
  return (
    <>
      {controls.map((control) => (
        <EuiHeaderSectionItem key={keyOf(control)}>
          <MountWrapper mount={control.mount} />
        </EuiHeaderSectionItem>
      ))}
    </>
  );
}

function useObjectKeys(): (object: object) => number {
  const known = useRef({ keys: new WeakMap<object, number>(), next: 0 }).current;
  return (object) => {
    const key = known.keys.get(object) ?? known.next++;
    known.keys.set(object, key);
    return key;
  };
}
