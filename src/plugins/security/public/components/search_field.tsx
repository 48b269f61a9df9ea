/** The search box of a list: asks when typing pauses, at once on Enter. */
import { EuiFieldSearch } from '@elastic/eui';
import { type ReactElement, useEffect, useRef, useState } from 'react';

const PAUSE_MS = 250;

export interface SearchFieldProps {
  /** Names the field and stands in it while empty. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function SearchField({ label, value, onChange }: SearchFieldProps): ReactElement {
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  const latestChange = useRef(onChange);
  latestChange.current = onChange;

  const send = (text: string) => {
    if (text === sent.current) return;
    sent.current = text;
    latestChange.current(text);
  };
  const latestSend = useRef(send);
  latestSend.current = send;

  useEffect(() => {
    const timer = setTimeout(() => latestSend.current(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);

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
      maxLength={1000}
      onChange={(event) => setTyped(event.target.value)}
      onSearch={(text) => send(text)}
    />
  );
}
