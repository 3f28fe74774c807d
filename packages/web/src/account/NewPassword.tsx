import { PasswordInput } from '@kept/ui/controls/PasswordInput.tsx'
import { cx } from '@kept/ui/cx.ts'
import { useState } from 'react'
import { adviseOn } from './password-advice.ts'

interface NewPasswordProps {
  label?: string
  name: string
  error?: string
  onInput?(): void
  /** What others know of the person. */
  personalTerms?: readonly string[]
}

/** A password to be chosen, with advice in words while it is typed. */
export function NewPassword({ label = 'Password', personalTerms, onInput, ...inputProps }: NewPasswordProps) {
  const [typed, setTyped] = useState('')
  const { tone, message } = adviseOn(typed, personalTerms)
  return (
    <PasswordInput
      {...inputProps}
      label={label}
      autoComplete="new-password"
      maxLength={128}
      onInput={(event) => {
        setTyped(event.currentTarget.value)
        onInput?.()
      }}
      hint={
        <span aria-live="polite" className={cx(tone === 'weak' && 'text-watch', tone === 'good' && 'text-ink')}>
          {message}
        </span>
      }
    />
  )
}
