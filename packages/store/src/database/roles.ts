/** Owns the embedded cluster and migrates; a superuser. */
export const ownerRole = 'kept_owner'

/** The application's role: it cannot bypass row-level security. */
export const applicationRole = 'kept_app'
