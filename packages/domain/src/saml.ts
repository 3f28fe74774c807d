/** Settings of a SAML 2.0 identity provider, as they are stored. */
import * as z from 'zod'
import { type AssignedRole, keyOfRole, nameOfRole } from './custom-role.ts'
import { lineSchema } from './name.ts'

/** Names of the attributes to read; empty: the email address is the NameID, no name, no groups. */
export const samlAttributesSchema = z.strictObject({
  email: lineSchema(300),
  name: lineSchema(300),
  groups: lineSchema(300),
})
export type SamlAttributes = z.infer<typeof samlAttributesSchema>

const samlSettingsSchema = z.strictObject({
  /** Where sign-ins are sent (HTTP-Redirect). */
  sso_url: z.url(),
  /** Certificates that sign responses, in PEM. */
  certificates: z.array(z.string()).min(1).max(10),
  /** Where the metadata came from; empty when it was uploaded. */
  metadata_url: z.string(),
  attributes: samlAttributesSchema,
  /** Whether the provider may start a sign-in that no one requested here. */
  allow_idp_initiated: z.boolean(),
})
export type SamlSettings = z.infer<typeof samlSettingsSchema>

/** Of several roles, the one with the most rights over the organization; a custom role is chosen before `user`. */
const rolesInOrder = ['admin', 'billing_admin', 'user'] as const

function rankOf({ role, custom_role }: AssignedRole): number {
  return rolesInOrder.indexOf(role) - (custom_role ? 0.5 : 0)
}

/** The role of the groups that have one; undefined when none has. Of several custom roles, the first by name. */
export function roleOfGroups(
  groups: readonly string[],
  mapping: readonly (AssignedRole & { group: string })[],
): AssignedRole | undefined {
  const [first] = mapping
    .filter(({ group }) => groups.includes(group))
    .sort((a, b) => rankOf(a) - rankOf(b) || nameOfRole(a).localeCompare(nameOfRole(b)))
  return first && { role: first.role, custom_role: first.custom_role }
}

/** The groups by which someone has this role: those mapped to it, when it is the role of all their groups together. */
export function groupsThatGive(
  role: Parameters<typeof keyOfRole>[0],
  groups: readonly string[],
  mapping: readonly (AssignedRole & { group: string })[],
): string[] {
  const mappedRole = roleOfGroups(groups, mapping)
  if (!mappedRole || keyOfRole(mappedRole) !== keyOfRole(role)) return []
  return mapping
    .filter((each) => groups.includes(each.group) && keyOfRole(each) === keyOfRole(role))
    .map(({ group }) => group)
}
