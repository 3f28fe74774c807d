/** Where a permission of a user comes from: a role, a group of the identity provider that gives the role, or a grant. */
export const accessSources = ['role', 'group', 'grant'] as const
export type AccessSource = (typeof accessSources)[number]
