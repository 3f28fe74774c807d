import type { Resource } from '@kept/domain/resource.ts'

interface RequiredTags {
  tags: readonly string[]
  /** Empty: every type. */
  resource_types: readonly string[]
  /** Empty: every account. */
  accounts: readonly string[]
}

/** The required tags that a resource lacks, compared without case; an empty value lacks. */
export function lackingTags(
  { tags, type, sub_account_id }: Pick<Resource, 'tags' | 'type' | 'sub_account_id'>,
  required: RequiredTags,
): string[] {
  const { resource_types, accounts } = required
  if (resource_types.length > 0 && !resource_types.includes(type)) return []
  if (accounts.length > 0 && !accounts.includes(sub_account_id)) return []
  const present = new Set(Object.entries(tags).flatMap(([key, value]) => (value === '' ? [] : [key.toLowerCase()])))
  return required.tags.filter((tag) => !present.has(tag.toLowerCase()))
}
