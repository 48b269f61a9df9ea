/** The search box of a list: asks with each key, for what is overtaken is dropped. */
import { EuiFieldSearch } from '@elastic/eui';
import { type ReactElement, useEffect, useRef, useState } from 'react';

/** Characters of a search; the server takes as many. */
const MAX_LENGTH = 1000;

export interface SearchFieldProps {
  /** Names the field and stands in it while empty. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function SearchField({ label, value, onChange }: SearchFieldProps): ReactElement {
  // Keys appear at once, however long the list takes to be drawn.
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  const send = (text: string) => {
    setTyped(text);
    if (text === sent.current) return;
    sent.current = text;
    onChange(text);
  };
  // Changed from outside: the back button, or "clear filters".
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setTyped(value);
  }, [value]);
  return (
    <EuiFieldSearch
      fullWidth
      aria-label={label}
      placeholder={label}
      value={typed}
      maxLength={MAX_LENGTH}
      onChange={(event) => send(event.target.value)}
      onSearch={send}
    />
  );
}
