import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './controls.module.css';
import { Select } from './Select.tsx';

export interface FieldProps {
  readonly label: string;
  readonly className?: string | undefined;
  readonly isRequired?: boolean;
  readonly error?: string | undefined;
  /** Short help below the control, such as the unit. */
  readonly hint?: string | undefined;
}

interface ControlProps {
  readonly id: string;
  readonly 'aria-required': boolean | undefined;
  readonly 'aria-invalid': boolean | undefined;
  readonly 'aria-describedby': string | undefined;
}

/** A label, a control, and below it an error or a hint; linked for assistive technology. */
export function Field({
  label,
  className = '',
  isRequired,
  error,
  hint,
  children,
}: FieldProps & { readonly children: (control: ControlProps) => ReactNode }) {
  const id = useId();
  const [errorId, hintId] = [`${id}-error`, `${id}-hint`];
  const notes = [error !== undefined && errorId, hint !== undefined && hintId].filter(Boolean).join(' ');
  return (
    <div className={`${styles.field} ${className}`}>
      <label htmlFor={id}>
        {label}
        {isRequired && <span aria-hidden="true"> *</span>}
      </label>
      {children({
        id,
        'aria-required': isRequired || undefined,
        'aria-invalid': error !== undefined || undefined,
        'aria-describedby': notes || undefined,
      })}
      {error !== undefined && (
        <p id={errorId} className={styles.note} data-error="true">
          {error}
        </p>
      )}
      {hint !== undefined && (
        <p id={hintId} className={styles.note}>
          {hint}
        </p>
      )}
    </div>
  );
}

type InputProps = FieldProps & Omit<ComponentProps<'input'>, keyof FieldProps | 'id'>;

export function InputField({ label, className, isRequired, error, hint, ...rest }: InputProps) {
  return (
    <Field {...{ label, className, error, hint }} isRequired={isRequired ?? false}>
      {(control) => <input className={styles.control} {...rest} {...control} />}
    </Field>
  );
}

type TextAreaProps = FieldProps & Omit<ComponentProps<'textarea'>, keyof FieldProps | 'id'>;

export function TextAreaField({ label, className, isRequired, error, hint, ...rest }: TextAreaProps) {
  return (
    <Field {...{ label, className, error, hint }} isRequired={isRequired ?? false}>
      {(control) => <textarea className={styles.control} {...rest} {...control} />}
    </Field>
  );
}

type SelectProps = FieldProps &
  Omit<ComponentProps<'select'>, keyof FieldProps | 'id'> & {
    readonly options: readonly string[];
    /** Text of the empty option, shown while nothing is selected. */
    readonly placeholder?: string;
  };

export function SelectField({
  label,
  className,
  isRequired,
  error,
  hint,
  options,
  placeholder,
  ...rest
}: SelectProps) {
  return (
    <Field {...{ label, className, error, hint }} isRequired={isRequired ?? false}>
      {(control) => (
        <Select {...rest} {...control}>
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option} value={option}>
              {option}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
