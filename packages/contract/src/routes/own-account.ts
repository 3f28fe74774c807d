/** One's own session, profile, password and factors: routes of the door that need a person. */
import { nameSchema } from '@kept/domain/name.ts'
import * as z from 'zod'
import { route } from '../route.ts'
import {
  again,
  done,
  fullName,
  givenPassword,
  newPassword,
  nothing,
  ownSessionSchema,
  passkeySchema,
  preferencesSchema,
  signedInSchema,
  signedInUserSchema,
  tag,
  webAddress,
  webAuthnJson,
} from './auth-shapes.ts'

const own = (words: { method: 'GET' | 'POST' | 'PATCH' | 'DELETE'; path: `/${string}`; summary: string }) =>
  ({ ...words, tag, needs: 'person' }) as const

/** What somebody who is signed in does with their own session and account. */
export const ownAccount = {
  refreshToken: route({
    ...own({
      method: 'POST',
      path: '/api/auth/refresh-token',
      summary: 'A fresh bearer token; moves the idle end of the session, never its absolute end',
    }),
    input: nothing,
    output: z.object({ token: z.string(), expires_at: z.iso.datetime() }),
  }),
  changePassword: route({
    ...own({
      method: 'POST',
      path: '/api/auth/change-password',
      summary: 'A new password; every other session ends and this one gets a new token',
    }),
    input: z.object({ current_password: givenPassword.optional(), new_password: newPassword }),
    output: done,
  }),
  profile: route({
    ...own({ method: 'GET', path: '/api/auth/profile', summary: 'Who I am' }),
    input: nothing,
    output: z.object({ user: signedInUserSchema }),
  }),
  updateProfile: route({
    ...own({ method: 'PATCH', path: '/api/auth/profile', summary: 'My name, picture and preferences; nothing else' }),
    input: z.strictObject({
      full_name: fullName.min(1, 'is needed').optional(),
      avatar_url: webAddress.nullable().optional(),
      preferences: preferencesSchema.optional(),
    }),
    output: z.object({ user: signedInUserSchema }),
  }),
  sessions: route({
    ...own({ method: 'GET', path: '/api/auth/sessions', summary: 'My sessions' }),
    input: nothing,
    output: z.object({ sessions: z.array(ownSessionSchema) }),
  }),
  endSession: route({
    ...own({ method: 'DELETE', path: '/api/auth/sessions/{id}', summary: 'End one of my sessions' }),
    input: z.object({ id: z.uuid() }),
    output: done,
  }),
  endOtherSessions: route({
    ...own({ method: 'POST', path: '/api/auth/sessions/end-others', summary: 'End all my sessions but this one' }),
    input: nothing,
    output: z.object({ ended: z.int() }),
  }),
  confirmIdentity: route({
    ...own({
      method: 'POST',
      path: '/api/auth/confirm-identity',
      summary: 'Prove again who I am, for what asks for it',
    }),
    input: z.object({ password: givenPassword }),
    output: done,
  }),
  factors: route({
    ...own({ method: 'GET', path: '/api/auth/factors', summary: 'My ways to sign in' }),
    input: nothing,
    output: z.object({
      password: z.boolean(),
      totp: z.boolean(),
      recovery_codes_left: z.int(),
      passkeys: z.array(passkeySchema),
      accounts: z.array(z.object({ provider: z.string(), since: z.iso.datetime() })),
    }),
  }),
  enrolTotp: route({
    ...own({
      method: 'POST',
      path: '/api/auth/totp/enrol',
      summary: 'Begin to use an authenticator; `uri` is what the QR code says',
    }),
    input: z.object(again),
    output: z.object({ secret: z.string(), uri: z.string() }),
  }),
  confirmTotp: route({
    ...own({
      method: 'POST',
      path: '/api/auth/totp/confirm',
      summary: 'The first code; answers the recovery codes, once',
    }),
    input: z.object({
      code: z
        .string()
        .trim()
        .regex(/^\d{6}$/, 'must be 6 digits'),
    }),
    output: z.object({ recovery_codes: z.array(z.string()) }),
  }),
  disableTotp: route({
    ...own({ method: 'POST', path: '/api/auth/totp/disable', summary: 'Stop using the authenticator' }),
    input: z.object(again),
    output: done,
  }),
  renewRecoveryCodes: route({
    ...own({
      method: 'POST',
      path: '/api/auth/totp/recovery-codes',
      summary: 'New recovery codes; the former ones end',
    }),
    input: z.object(again),
    output: z.object({ recovery_codes: z.array(z.string()) }),
  }),
  passkeyOptions: route({
    ...own({ method: 'POST', path: '/api/auth/passkeys/options', summary: 'What a browser needs to make a passkey' }),
    input: z.object(again),
    output: z.object({ options: webAuthnJson }),
  }),
  addPasskey: route({
    ...own({ method: 'POST', path: '/api/auth/passkeys', summary: 'Keep the passkey the browser made' }),
    input: z.object({ name: nameSchema(100), response: webAuthnJson }),
    output: z.object({ passkey: passkeySchema }),
  }),
  removePasskey: route({
    ...own({ method: 'DELETE', path: '/api/auth/passkeys/{id}', summary: 'Remove a passkey' }),
    input: z.object({ id: z.uuid() }),
    output: done,
  }),
  switchOrganization: route({
    ...own({
      method: 'POST',
      path: '/v1/organizations/{id}/switch',
      summary: 'Act for another organisation I belong to; the session gets a new token',
    }),
    input: z.object({ id: z.uuid() }),
    output: signedInSchema,
  }),
}
