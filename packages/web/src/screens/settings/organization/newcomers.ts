import type { IdentityProvider } from '@kept/contract/routes/organizations.ts'

/** Who of a provider's domains may join. */
const newcomers = [
  { value: 'invited', label: 'Invited people only' },
  { value: 'user', label: 'Anyone from these domains, as user' },
  { value: 'billing_admin', label: 'Anyone from these domains, as billing admin' },
] as const
/** Who may join: invited people only, or anyone with a role, a built-in one or the ID of a custom one. */
export type Newcomers = string

export function newcomerOptions(
  customRoles: readonly { id: string; name: string }[],
): { value: Newcomers; label: string }[] {
  const ofCustom = customRoles.map(({ id, name }) => ({
    value: id,
    label: `Anyone from these domains, with the role ${name}`,
  }))
  return [...newcomers, ...ofCustom]
}

/** As the API takes it. */
export function newcomerInput(choice: Newcomers): {
  default_role: 'user' | 'billing_admin' | null
  default_custom_role_id?: string
} {
  if (choice === 'invited') return { default_role: null }
  if (choice === 'user' || choice === 'billing_admin') return { default_role: choice }
  return { default_role: 'user', default_custom_role_id: choice }
}

export function newcomersOf(
  provider: Pick<IdentityProvider, 'default_role' | 'default_custom_role'> | undefined,
): Newcomers {
  if (provider?.default_custom_role) return provider.default_custom_role.id
  return newcomers.find(({ value }) => value === provider?.default_role)?.value ?? 'invited'
}

/** The parts of a text that is separated with commas or spaces. */
export function listOf(text: string): string[] {
  return text
    .split(/[\s,]+/)
    .map((part) => part.trim().toLowerCase())
    .filter(Boolean)
}
