/** What a caller may do. A route declares one word; a role is a list of words. */

export const permissions = [
  'costs:read',
  'costs:import',
  'recommendations:read',
  'recommendations:write',
  'recommendations:act', // carry them out in the cloud itself
  'savings:read',
  'savings:write', // say what was done
  'billing:read', // invoices, payments, credits
  'billing:write', // billing details, disputes, plan, payment methods
  'loops:read',
  'loops:write', // move loops, change the rules they are found by
  'loops:act', // pause and stop what loops, in the cloud itself
  'behavior:read',
  'behavior:write', // send signs of use, run the analysis, set teams
  'telemetry:write', // send traces, metrics, logs
  'notifications:read',
  'alerts:write', // budgets, alert rules, what is known of days to come, answers to anomalies
  'connections:write', // credentials of the organization's own object storage
  'channels:write', // where alerts are sent: addresses and secrets
  'organization:read',
  'users:read',
  'users:write', // invite, change, remove; never beyond what one may oneself
  'organization:write', // its name, its rules; identity providers too, of an admin who also has the two others that run it
  'api_keys:write',
  'security:read', // the audit log, what is at risk
  'security:write', // policies, incidents
  // The operator of the installation, which is no role of an organization: its admins have none of these.
  'commission:operate', // what every customer of this Kept pays
  'billing:operate', // issue, correct and settle invoices of every customer
  'operator:read', // the installation's health in detail, engines, storage, backups
  'operator:write', // make backups
] as const
export type Permission = (typeof permissions)[number]

/** What only the operator of the installation may do; no role includes it and no grant gives it. */
export const operatorPermissions = [
  'commission:operate',
  'billing:operate',
  'operator:read',
  'operator:write',
] as const satisfies readonly Permission[]
export type OperatorPermission = (typeof operatorPermissions)[number]

export function isOperatorPermission(permission: string): permission is OperatorPermission {
  return operatorPermissions.some((operatorPermission) => operatorPermission === permission)
}
export const roles = ['admin', 'user', 'billing_admin'] as const
export type Role = (typeof roles)[number]

/** Exhaustive on purpose: a new role or permission does not compile until it is decided here. */
export const rolePermissions: Record<Role, readonly Permission[]> = {
  admin: permissions.filter((permission) => !isOperatorPermission(permission)),
  user: [
    'costs:read',
    'costs:import',
    'recommendations:read',
    'recommendations:write',
    'savings:read',
    'savings:write',
    'loops:read',
    'loops:write',
    'behavior:read',
    'behavior:write',
    'telemetry:write',
    'notifications:read',
    'alerts:write',
    'organization:read',
  ],
  billing_admin: [
    'costs:read',
    'costs:import',
    'recommendations:read',
    'savings:read',
    'billing:read',
    'billing:write',
    'loops:read',
    'behavior:read',
    'notifications:read',
    'alerts:write',
    'organization:read',
  ],
}

const operatorReason = 'a key belongs to one organization, and operators work across all of them'

/** What no API key can do, whatever its creator can, with the reason: a leaked key must not create its own way back. */
const peopleOnlyReasons: Partial<Record<Permission, string>> = {
  'users:write': 'a leaked key could invite a user of its own',
  'organization:write': 'a leaked key could delete your organization',
  'api_keys:write': 'a leaked key could create other keys that outlive it',
  'connections:write': 'a leaked key could replace the credentials of your storage',
  'channels:write': 'a leaked key could send your alerts elsewhere',
  'billing:write': 'a leaked key could cancel your plan or send your invoices elsewhere',
  'security:write': 'a leaked key could weaken your security policies',
  'commission:operate': operatorReason,
  'billing:operate': operatorReason,
  'operator:read': operatorReason,
  'operator:write': operatorReason,
}

/** Why no API key can have this permission, as the part of a sentence after "because"; undefined where keys can. */
export function peopleOnlyReasonOf(permission: Permission): string | undefined {
  return peopleOnlyReasons[permission]
}

export const apiKeyPermissions: readonly Permission[] = permissions.filter(
  (permission) => peopleOnlyReasonOf(permission) === undefined,
)
/** Permissions granted in addition to a user's role, and those revoked from it. */
export interface Grants {
  allow: Permission[]
  deny: Permission[]
  /** A copy of the organization's own role, whose permissions replace those of the built-in role. */
  custom_role?: { id: string; name: string; permissions: Permission[] } | null
}

/** What no grant gives a role: who handles the money does not also choose who handles it. */
export const neverGranted: Record<Role, readonly Permission[]> = {
  admin: operatorPermissions,
  user: operatorPermissions,
  billing_admin: ['users:write', 'organization:write', 'api_keys:write', 'security:write', ...operatorPermissions],
}

/** The permissions of the custom role, or else of the built-in one. */
export function permissionsOfRole(
  role: Role,
  { custom_role }: Pick<Readonly<Grants>, 'custom_role'>,
): readonly Permission[] {
  return custom_role?.permissions ?? rolePermissions[role]
}

/** Whether someone with these permissions manages the security of the organization. */
export function managesSecurity(held: readonly Permission[]): boolean {
  return (['security:read', 'security:write', 'notifications:read'] as const).every((needed) => held.includes(needed))
}

/** What an export of the organization needs with `organization:write`: it contains what each of them reads. */
export const exportPermissions: readonly Permission[] = permissions.filter(
  (permission) => permission.endsWith(':read') && !isOperatorPermission(permission),
)

/** Those of them that are missing. */
export function missingForExport(held: readonly Permission[]): Permission[] {
  return exportPermissions.filter((needed) => !held.includes(needed))
}

/** What is in the second set and was not in the first. */
export function gainedPermissions(before: readonly Permission[], after: readonly Permission[]): Permission[] {
  return [...new Set(after)].filter((permission) => !before.includes(permission))
}

/** What someone who joins, or is enabled again, may do beyond a user: by a role, a custom role, or grants. */
export function gainedOnEntry(role: Role, grants: Readonly<Grants> = { allow: [], deny: [] }): Permission[] {
  return gainedPermissions(rolePermissions.user, effectivePermissions(role, grants))
}

/** The role's permissions, and the granted ones, without the denied ones; in the catalog's order. */
export function effectivePermissions(role: Role, grants: Readonly<Grants>): Permission[] {
  const { allow, deny } = grants
  const ofRole = permissionsOfRole(role, grants)
  const granted = (permission: Permission) => allow.includes(permission) && !neverGranted[role].includes(permission)
  return permissions.filter(
    (permission) => (ofRole.includes(permission) || granted(permission)) && !deny.includes(permission),
  )
}

/** Each takes away a mistake that others can't: of users, of identity providers, of policies. */
const runningPermissions = [
  'users:write',
  'organization:write',
  'security:write',
] as const satisfies readonly Permission[]

/** Whether someone of this role with these permissions can undo what locks others out of the organization. */
export function mayRunOrganization(role: Role, held: readonly Permission[]): boolean {
  return role === 'admin' && runningPermissions.every((needed) => held.includes(needed))
}

/** Whether an admin can still run the organization: one without access to users, settings or policies does not count. */
export function runsOrganization({ role, grants }: { role: Role; grants: Readonly<Grants> }): boolean {
  return mayRunOrganization(role, effectivePermissions(role, grants))
}
