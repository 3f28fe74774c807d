/** Deletion of organizations and accounts: requested, canceled while there is time, then irrevocable. */

/** Why an organization is deleted. A closed list: the reason stays in the audit log, and must name no person. */
export const deletionReasons = ['no_longer_needed', 'moved_elsewhere', 'privacy', 'other'] as const
export type DeletionReason = (typeof deletionReasons)[number]

/** Days between the request and the deletion, in which it can be canceled. */
export const DELETION_GRACE_DAYS = 14
