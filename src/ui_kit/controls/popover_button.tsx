/** A popover that exists only while it is open, for cells: a list has dozens of them. */
import { EuiPopover } from '@elastic/eui';
import { type ReactElement, type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useStaticStyle } from './static_style';

export interface PopoverButtonProps {
  /** Accessible name of the button. */
  readonly name: string;
  /** Accessible name of the popover. */
  readonly label: string;
  readonly kind: 'menu' | 'dialog';
  /** Class of the button. */
  readonly className: string;
  /** Content of the button. */
  readonly children: ReactNode;
  /** Content of the popover; `close` returns the focus to the button. */
  readonly content: (close: () => void) => ReactNode;
}

const AROUND = { position: 'relative', display: 'inline-block' } as const;
const OVER_BUTTON = { position: 'absolute', inset: 0 } as const;
const WHOLE = { display: 'block', blockSize: '100%', inlineSize: '100%' } as const;

/** A plain button that opens a popover. */
export function PopoverButton({
  name,
  label,
  kind,
  className,
  children,
  content,
}: PopoverButtonProps): ReactElement {
  useStaticStyle();
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLElement | null>(null);
  /** Returns the focus synchronously, because a dialog gives it back to the element that had it. */
  const close = () => {
    flushSync(() => setIsOpen(false));
    opener.current?.focus();
  };
  const isMenu = kind === 'menu';
  return (
    <span style={AROUND}>
      <button
        ref={opener}
        type="button"
        className={className}
        aria-label={name}
        aria-expanded={isOpen}
        aria-haspopup={kind}
        onClick={() => setIsOpen(true)}
      >
        {children}
      </button>
      {isOpen && (
        // Covers the button: the panel is placed beside it, and a click on it closes the panel.
        <EuiPopover
          isOpen
          closePopover={() => {
            if (panel.current?.contains(document.activeElement)) close();
            else setIsOpen(false);
          }}
          repositionToCrossAxis={false}
          panelPaddingSize={isMenu ? 'none' : 's'}
          panelRef={(element) => (panel.current = element)}
          anchorPosition={isMenu ? 'downRight' : 'downCenter'}
          aria-label={label}
          style={OVER_BUTTON}
          button={<span style={WHOLE} onClick={close} />}
        >
          {content(close)}
        </EuiPopover>
      )}
    </span>
  );
}
