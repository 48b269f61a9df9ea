/** A note beside the buttons of a form, rendered by whatever part of the form knows it. */
import { createContext, type ReactElement, type ReactNode, useContext } from 'react';
import { createPortal } from 'react-dom';

/** The place of the note in the bar; `null` until it is rendered, or outside a form. */
export const SaveBarNoteContext = createContext<HTMLElement | null>(null);

/** Props of {@link SaveBarNote}. */
export interface SaveBarNoteProps {
  /** A few words, with a button at most. */
  readonly children: ReactNode;
}

/** Shows its content in the bar of the form around it, where it is seen before saving. */
export function SaveBarNote({ children }: SaveBarNoteProps): ReactElement | null {
  const place = useContext(SaveBarNoteContext);
  return place && createPortal(children, place);
}
