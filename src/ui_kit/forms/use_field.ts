/** Binds a field of a form to a control of the design system. */
import {
  type Control,
  type FieldPathByValue,
  type FieldValues,
  useController,
} from 'react-hook-form';

/** Position of a field in a form. `S`: values of the form; `V`: value of the field. */
export interface FieldProps<S extends FieldValues, V> {
  /** Control of the form. */
  readonly control: Control<S>;
  /** Path in the form's values, which is also the id of the element. */
  readonly name: FieldPathByValue<S, V>;
}

/** State of a field, for a control of the design system. */
export interface Field<V> {
  /** The current input. */
  readonly value: V;
  /** Takes the new value, not an event. */
  readonly onChange: (value: V) => void;
  /** After the first blur, the field shows its problems. */
  readonly onBlur: () => void;
  /** The field's problem, after it was left or the form was submitted. */
  readonly problem: string | undefined;
}

/** Binds a custom control to a field of the form. */
export function useField<S extends FieldValues, V>({ control, name }: FieldProps<S, V>): Field<V> {
  const { field, fieldState } = useController({ control, name });
  return {
    value: field.value as V,
    onChange: field.onChange,
    onBlur: field.onBlur,
    problem: fieldState.error?.message,
  };
}
