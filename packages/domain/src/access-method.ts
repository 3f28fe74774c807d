/** How a connection proves who it is. */

/** From the best to the last: nothing stored, a key that may only assume a role, a certificate, a key or secret. */
export const accessMethods = ['federation', 'role', 'certificate', 'keys'] as const
export type AccessMethod = (typeof accessMethods)[number]
