/** One field of a form, for a control of the design system. */
import {
  type Control,
  type FieldPathByValue,
  type FieldValues,
  useController,
} from 'react-hook-form';

/** Where a field stands in a form. `S`: values of the form; `V`: of the field. */
export interface FieldProps<S extends FieldValues, V> {
  /** Of the form. */
  readonly control: Control<S>;
  /** Path in the form's values; the id in the page as well. */
  readonly name: FieldPathByValue<S, V>;
}

/** One field of a form, as a control of the design system needs it. */
export interface Field<V> {
  /** As typed. */
  readonly value: V;
  /** With the new value, not with an event. */
  readonly onChange: (value: V) => void;
  /** From then on it says what is wrong with it. */
  readonly onBlur: () => void;
  /** What is wrong with it, once it was left or the form was submitted. */
  readonly problem: string | undefined;
}

/** Binds a control of one's own to a field of the form. */
export function useField<S extends FieldValues, V>({ control, name }: FieldProps<S, V>): Field<V> {
  const { field, fieldState } = useController({ control, name });
  return {
    value: field.value as V,
    onChange: field.onChange,
    onBlur: field.onBlur,
    problem: fieldState.error?.message,
  };
}
