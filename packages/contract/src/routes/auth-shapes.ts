/** Schemas of sign-in, session and account. */

import { lineSchema } from '@kept/domain/name.ts'
import { roleSchema } from '@kept/domain/permission.ts'
import * as z from 'zod'

export const tag = 'Sign-in'
export const email = z.string().trim().toLowerCase().pipe(z.email().max(254))
/** Any characters, without composition rules (NIST SP 800-63B); the server rejects common passwords. */
export const newPassword = z
  .string()
  .min(8, 'must have at least 8 characters')
  .max(128, 'must have at most 128 characters')
export const givenPassword = z.string().min(1).max(1024)
export const oneTimeToken = z.string().min(1).max(512)
export const fullName = lineSchema(200)
export const webAddress = z.url({ protocol: /^https$/, error: 'must be an https:// address' }).max(2000)

/** Preferences of a user; other keys are rejected. */
export const preferencesSchema = z.strictObject({
  theme: z.enum(['system', 'light', 'dark']).optional(),
  density: z.enum(['comfortable', 'compact']).optional(),
  locale: z.string().max(35).optional(),
  time_zone: z.string().max(64).optional(),
  notifications: z.record(z.string().max(64), z.boolean()).optional(),
  onboarding: z.record(z.string().max(64), z.boolean()).optional(),
})
export type Preferences = z.infer<typeof preferencesSchema>

export const signedInUserSchema = z.object({
  id: z.string(),
  email: z.string(),
  /** The role in the active organization; null for a user without one. */
  role: roleSchema.nullable(),
  user_metadata: z.object({
    full_name: z.string(),
    avatar_url: z.string().nullable(),
    organization_id: z.string().nullable(),
    preferences: z.record(z.string(), z.unknown()),
  }),
  full_name: z.string(),
  avatar_url: z.string().nullable(),
  /** The active organization; null for a user without one. */
  organization_id: z.string().nullable(),
  preferences: z.record(z.string(), z.unknown()),
  created_at: z.iso.datetime(),
})
export type SignedInUser = z.infer<typeof signedInUserSchema>

/** `user` is null and `second_factor` set when a second factor is required; `redirectUrl` leads to it. */
export const signedInSchema = z.object({
  success: z.boolean(),
  user: signedInUserSchema.nullable(),
  redirectUrl: z.string(),
  second_factor: z.array(z.enum(['totp', 'recovery_code', 'passkey'])).optional(),
})
export type SignedIn = z.infer<typeof signedInSchema>

const sessionSchema = z.object({
  /** A bearer token, valid for 5 minutes and never longer than the session. */
  access_token: z.string(),
  expires_at: z.iso.datetime(),
  /** Absolute expiry; activity does not extend it. */
  absolute_expires_at: z.iso.datetime(),
  kind: z.enum(['ordinary', 'demo']),
  /** The organization requires two-factor authentication and the user has not set it up. */
  second_factor_due: z.boolean(),
})
export const currentSessionSchema = z.object({ session: sessionSchema.nullable(), user: signedInUserSchema.nullable() })

export const ownSessionSchema = z.object({
  id: z.uuid(),
  current: z.boolean(),
  kind: z.enum(['ordinary', 'demo']),
  /** "Firefox on Linux", from the user agent. */
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
/** WebAuthn JSON, written and read by the browser and the passkey library. */
export const webAuthnJson = z.record(z.string(), z.unknown())

export const done = z.object({ success: z.literal(true), message: z.string(), redirectUrl: z.string().optional() })
/** Sensitive changes need the password again when sign-in was more than 10 minutes ago. */
export const passwordConfirmation = { password: givenPassword.optional() }
export const noInput = z.object({})
