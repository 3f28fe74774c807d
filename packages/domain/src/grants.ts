/** Roles and grants, as they are sent. */
import * as z from 'zod'
import { permissions, roles } from './permission.ts'

export const roleSchema = z.enum(roles)

export const grantsSchema = z.strictObject({
  allow: z.array(z.enum(permissions)).max(permissions.length).default([]),
  deny: z.array(z.enum(permissions)).max(permissions.length).default([]),
})
