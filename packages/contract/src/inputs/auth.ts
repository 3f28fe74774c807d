/** What the forms of sign-in and account send. */
import { lineSchema, nameSchema } from '@kept/domain/name.ts'
import * as z from 'zod'
import { passwordLength } from './password-length.ts'

const { min, max } = passwordLength
export const email = z.string().trim().toLowerCase().pipe(z.email().max(254))
/** The server also rejects common passwords. */
export const newPassword = z
  .string()
  .min(min, `must have at least ${min} characters`)
  .max(max, `must have at most ${max} characters`)
export const givenPassword = z.string().min(1).max(1024)
export const oneTimeToken = z.string().min(1).max(512)
const fullName = lineSchema(200).min(1, 'is required')
const webAddress = z.url({ protocol: /^https$/, error: 'must be an https:// address' }).max(2000)
/** A picture in its own address. No SVG: that may carry scripts. */
const pictureAddress = z
  .string()
  .max(16_000)
  .regex(
    /^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/,
    'must be a PNG, JPEG or WebP picture as a data URL',
  )

/** Preferences of a user; other keys are rejected. */
const preferencesSchema = z.strictObject({
  theme: z.enum(['system', 'light', 'dark']).optional(),
  density: z.enum(['comfortable', 'compact']).optional(),
  locale: z.string().max(35).optional(),
  time_zone: z.string().max(64).optional(),
  notifications: z.record(z.string().max(64), z.boolean()).optional(),
  onboarding: z.record(z.string().max(64), z.boolean()).optional(),
})
export type Preferences = z.infer<typeof preferencesSchema>

export const loginInput = z.object({ email, password: givenPassword, csrfToken: z.string().max(512).optional() })
export const secondFactorInput = z.object({ code: z.string().trim().min(6).max(32) })
export const emailInput = z.object({ email })
export const resetPasswordInput = z.object({ token: oneTimeToken, password: newPassword })
export const verifyEmailInput = z.object({ token: oneTimeToken, password: givenPassword.optional() })

export const signUpInput = z.object({
  email,
  password: newPassword,
  full_name: fullName,
  /** Invitation token for this address: the user joins that organization instead of creating one. */
  invitation: z.string().max(512).optional(),
  csrfToken: z.string().max(512).optional(),
})

export const setupInput = z.object({
  token: oneTimeToken,
  email,
  password: newPassword,
  full_name: fullName,
  organization_name: nameSchema(100, 'is required'),
})

export const changePasswordInput = z.object({ current_password: givenPassword.optional(), new_password: newPassword })
export const confirmIdentityInput = z.object({ password: givenPassword })
export const confirmTotpInput = z.object({
  code: z
    .string()
    .trim()
    .regex(/^\d{6}$/, 'must be 6 digits'),
})
export const updateProfileInput = z.strictObject({
  full_name: fullName.optional(),
  /** Drawn only as a data URL: screens load no pictures from elsewhere. */
  avatar_url: z.union([pictureAddress, webAddress]).nullable().optional(),
  preferences: preferencesSchema.optional(),
})
