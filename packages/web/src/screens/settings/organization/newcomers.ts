import type { IdentityProvider } from '@kept/contract/routes/organizations.ts'

/** Who of a provider's domains may join. */
export const newcomers = [
  { value: 'invited', label: 'Invited people only' },
  { value: 'user', label: 'Anyone from these domains, as user' },
  { value: 'billing_admin', label: 'Anyone from these domains, as billing admin' },
] as const
export type Newcomers = (typeof newcomers)[number]['value']

export function newcomersOf(provider: Pick<IdentityProvider, 'default_role'> | undefined): Newcomers {
  return newcomers.find(({ value }) => value === provider?.default_role)?.value ?? 'invited'
}

/** The parts of a text that is separated with commas or spaces. */
export function listOf(text: string): string[] {
  return text
    .split(/[\s,]+/)
    .map((part) => part.trim().toLowerCase())
    .filter(Boolean)
}
