/** Schemas of sign-in, session and account. */

import { roleSchema } from '@kept/domain/grants.ts'
import * as z from 'zod'
import { givenPassword } from '../inputs/auth.ts'

export const tag = 'Sign-in'

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
