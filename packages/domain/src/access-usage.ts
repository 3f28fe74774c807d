/** Access that is held and not used, as the audit log shows it. */

/** A quarter: rare work, such as the closing of a quarter or an audit, comes at least that often. */
export const UNUSED_AFTER_DAYS = 90

export const accessHolderKinds = ['person', 'api_key'] as const
export type AccessHolderKind = (typeof accessHolderKinds)[number]
