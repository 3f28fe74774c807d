/** What stands in place of credentials where a connection or an account is one of the simulated clouds. */
import * as z from 'zod'

/** Sealed by Kept itself when it sets up its demo; no form and no request accepts it. */
export const simulatedAccess = { simulated: true } as const

const schema = z.object({ simulated: z.literal(true) })

export function isSimulated(credentials: unknown): boolean {
  return schema.safeParse(credentials).success
}
