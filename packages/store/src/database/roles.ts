/** Owns the embedded cluster and migrates; a superuser. */
export const ownerRole = 'kept_owner'

/** What the application signs in as: it cannot look past row-level security. */
export const applicationRole = 'kept_app'
