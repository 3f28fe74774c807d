/** Where a permission of a user comes from: a role, a group of the identity provider that gives the role, or a grant. */
export const accessSources = ['role', 'group', 'grant'] as const
export type AccessSource = (typeof accessSources)[number]

/** Groups by which someone has a role, and who lists them: "by the groups Admins of Okta, Platform of SCIM provisioning". */
export function describeGroups(
  names: readonly string[],
  groups: readonly { name: string; providers: readonly { name: string }[] }[],
): string {
  const labels = names.map((name) => {
    const providers = groups.find((group) => group.name === name)?.providers ?? []
    return `${name} of ${providers.map((provider) => provider.name).join(' and ')}`
  })
  return `by the ${names.length === 1 ? 'group' : 'groups'} ${labels.join(', ')}`
}
