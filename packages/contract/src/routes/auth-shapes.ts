/** What goes through the door: the shapes of sign-in, session and account. */

import { lineSchema } from '@kept/domain/name.ts'
import { roleSchema } from '@kept/domain/permission.ts'
import * as z from 'zod'

export const tag = 'Sign-in'
export const email = z.string().trim().toLowerCase().pipe(z.email().max(254))
/** Any characters, whole: no rule of composition; whether it is too common is judged by the server. */
export const newPassword = z
  .string()
  .min(8, 'must have at least 8 characters')
  .max(128, 'must have at most 128 characters')
export const givenPassword = z.string().min(1).max(1024)
export const oneTimeToken = z.string().min(1).max(512)
export const fullName = lineSchema(200)
export const webAddress = z.url({ protocol: /^https$/, error: 'must be an https:// address' }).max(2000)

/** What a person keeps about how they like Kept; nothing else is taken. */
export const preferencesSchema = z.strictObject({
  theme: z.enum(['system', 'light', 'dark']).optional(),
  density: z.enum(['comfortable', 'compact']).optional(),
  locale: z.string().max(35).optional(),
  timezone: z.string().max(64).optional(),
  notifications: z.record(z.string().max(64), z.boolean()).optional(),
  onboarding: z.record(z.string().max(64), z.boolean()).optional(),
})
export type Preferences = z.infer<typeof preferencesSchema>

export const signedInUserSchema = z.object({
  id: z.string(),
  email: z.string(),
  /** The role in the active organisation; null for somebody who belongs to none. */
  role: roleSchema.nullable(),
  user_metadata: z.object({
    full_name: z.string(),
    avatar_url: z.string().nullable(),
    organization_id: z.string().nullable(),
    preferences: z.record(z.string(), z.unknown()),
  }),
  full_name: z.string(),
  avatar_url: z.string().nullable(),
  /** The active organization; null for somebody who belongs to none. */
  organization_id: z.string().nullable(),
  preferences: z.record(z.string(), z.unknown()),
  created_at: z.iso.datetime(),
})
export type SignedInUser = z.infer<typeof signedInUserSchema>

/** `user` is null and `second_factor` set when one step is still to come: redirectUrl leads to it. */
export const signedInSchema = z.object({
  success: z.boolean(),
  user: signedInUserSchema.nullable(),
  redirectUrl: z.string(),
  second_factor: z.array(z.enum(['totp', 'recovery_code', 'passkey'])).optional(),
})
export type SignedIn = z.infer<typeof signedInSchema>

export const sessionSchema = z.object({
  /** A bearer token of 5 minutes, good as long as the session is. */
  access_token: z.string(),
  expires_at: z.iso.datetime(),
  /** Nothing moves this end. */
  absolute_expires_at: z.iso.datetime(),
  kind: z.enum(['ordinary', 'demo']),
  /** The organisation asks its admins for a second factor and this person has none yet. */
  second_factor_due: z.boolean(),
})
export const currentSessionSchema = z.object({ session: sessionSchema.nullable(), user: signedInUserSchema.nullable() })
export type CurrentSession = z.infer<typeof currentSessionSchema>

export const ownSessionSchema = z.object({
  id: z.uuid(),
  current: z.boolean(),
  kind: z.enum(['ordinary', 'demo']),
  /** "Firefox on Linux", as far as the browser says. */
  device: z.string(),
  ip: z.string(),
  created_at: z.iso.datetime(),
  last_seen_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
})
export const passkeySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable(),
})
/** WebAuthn's own JSON, made and read by the browser and the passkey library. */
export const webAuthnJson = z.record(z.string(), z.unknown())

export const done = z.object({ success: z.literal(true), message: z.string(), redirectUrl: z.string().optional() })
/** Somebody who signed in more than 10 minutes ago gives the password again for what opens or closes the door. */
export const again = { password: givenPassword.optional() }
export const nothing = z.object({})
