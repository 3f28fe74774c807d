/** Words for a role, as people say them. */
export const roleLabels = { admin: 'Admin', user: 'User', billing_admin: 'Billing admin' } as const

/** The name of a custom role, or else the words for the built-in one. */
export function roleLabel({
  role,
  custom_role,
}: {
  role: keyof typeof roleLabels
  custom_role: { name: string } | null
}): string {
  return custom_role?.name ?? roleLabels[role]
}
