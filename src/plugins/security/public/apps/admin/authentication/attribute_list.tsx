/** Names of attributes with their values. */
import { DASH } from '@sd/ui_kit';
import type { ReactElement } from 'react';

export const AttributeList = ({
  attributes,
}: {
  readonly attributes: Readonly<Record<string, string>>;
}): ReactElement => {
  const entries = Object.entries(attributes).sort(([a], [b]) => a.localeCompare(b));
  if (entries.length === 0) return <span>{DASH}</span>;
  return (
    <ul>
      {entries.map(([name, value]) => (
        <li key={name}>
          <code>{name}</code>: {value}
        </li>
      ))}
    </ul>
  );
};
