import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { cx } from '../cx.ts'
import { boxClass, Field } from './Field.tsx'

interface PasswordInputProps extends Omit<ComponentProps<'input'>, 'id' | 'type'> {
  label: string
  hint?: ReactNode
  error?: string
  /** For password managers. */
  autoComplete: 'current-password' | 'new-password'
}

/** A password field with a button to show the text. */
export function PasswordInput({ label, hint, error, className, ...rest }: PasswordInputProps) {
  const [isVisible, setIsVisible] = useState(false)
  const Icon = isVisible ? EyeOff : Eye
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => (
        <div className="relative">
          <input
            spellCheck={false}
            autoCapitalize="none"
            {...rest}
            {...ids}
            type={isVisible ? 'text' : 'password'}
            className={cx(boxClass, 'pr-9', className)}
          />
          <button
            type="button"
            aria-label={isVisible ? 'Hide the password' : 'Show the password'}
            aria-pressed={isVisible}
            onClick={() => setIsVisible(!isVisible)}
            className="absolute top-0.5 right-0.5 flex size-7 items-center justify-center rounded-small text-faint hover:bg-hover hover:text-ink"
          >
            <Icon size={15} strokeWidth={1.75} />
          </button>
        </div>
      )}
    </Field>
  )
}
