/** What the routes of users share. */
import * as z from 'zod'

export const tag = 'Users'
/** Of a user or an invitation. */
export const id = z.string().min(1).max(64)
