/** Words for a role, as people say them. */
export const roleWords = { admin: 'Admin', user: 'User', billing_admin: 'Billing admin' } as const
