/** Words for a role, as people say them. */
export const roleLabels = { admin: 'Admin', user: 'User', billing_admin: 'Billing admin' } as const
