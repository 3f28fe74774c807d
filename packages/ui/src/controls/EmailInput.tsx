import type { ComponentProps } from 'react'
import { Input } from './Field.tsx'

interface EmailInputProps extends Omit<ComponentProps<typeof Input>, 'type' | 'label'> {
  label?: string
  /** For password managers. */
  autoComplete: 'username' | 'username webauthn' | 'off'
}

/** An email address: keyboards offer the right keys, and nothing is capitalized or corrected. */
export function EmailInput({ label = 'Email', ...rest }: EmailInputProps) {
  return <Input {...rest} label={label} type="email" autoCapitalize="none" spellCheck={false} />
}
