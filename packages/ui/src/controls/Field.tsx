import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from '../cx.ts'

/** The classes of every text input. */
export const boxClass =
  'h-8 w-full rounded-base border border-edge/70 bg-raised px-2.5 text-body text-ink hover:border-edge disabled:opacity-60 aria-invalid:border-leak'

interface FieldProps {
  label: string
  hint?: ReactNode
  /** What is wrong and what to do. */
  error?: string
  hiddenLabel?: boolean
  children(ids: { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }): ReactNode
}

/** A label, control, hint, and error, linked for screen readers. */
export function Field({ label, hint, error, hiddenLabel = false, children }: FieldProps) {
  const id = useId()
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return (
    <div className="min-w-0">
      <label htmlFor={id} className={hiddenLabel ? 'sr-only' : 'mb-1 block text-small text-soft'}>
        {label}
      </label>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-micro text-faint">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1 text-small text-leak">
          {error}
        </p>
      )}
    </div>
  )
}

interface InputProps extends Omit<ComponentProps<'input'>, 'id'> {
  label: string
  hint?: ReactNode
  error?: string
  hiddenLabel?: boolean
  icon?: ReactNode
}

export function Input({ label, hint, error, hiddenLabel, icon, className, ...rest }: InputProps) {
  return (
    <Field label={label} hint={hint} error={error} hiddenLabel={hiddenLabel}>
      {(ids) => (
        <div className="relative">
          {icon && (
            <span className="pointer-events-none absolute inset-y-0 left-2.5 flex items-center text-faint">{icon}</span>
          )}
          <input {...rest} {...ids} className={cx(boxClass, icon !== undefined && 'pl-8', className)} />
        </div>
      )}
    </Field>
  )
}

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'id'> {
  label: string
  hint?: ReactNode
  error?: string
}

export function TextArea({ label, hint, error, className, ...rest }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => <textarea rows={3} {...rest} {...ids} className={cx(boxClass, 'h-auto py-1.5', className)} />}
    </Field>
  )
}
