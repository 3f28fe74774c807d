/** Session, profile, password and sign-in methods of the signed-in user. */
import { nameSchema } from '@kept/domain/name.ts'
import * as z from 'zod'
import { changePasswordInput, confirmIdentityInput, confirmTotpInput, updateProfileInput } from '../inputs/auth.ts'
import { route } from '../route.ts'
import {
  done,
  noInput,
  ownSessionSchema,
  passkeySchema,
  passwordConfirmation,
  signedInSchema,
  signedInUserSchema,
  tag,
  webAuthnJson,
} from './auth-shapes.ts'

const personRoute = (definition: {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: `/${string}`
  summary: string
  description?: string
}) => ({ ...definition, tag, needs: 'person' }) as const

/** Routes for the user's own session and account. */
export const ownAccount = {
  refreshToken: route({
    ...personRoute({
      method: 'POST',
      path: '/api/auth/refresh-token',
      summary: 'Refresh the access token',
      description: 'Extends the idle timeout of the session, never its absolute expiry.',
    }),
    input: noInput,
    output: z.object({ token: z.string(), expires_at: z.iso.datetime() }),
  }),
  changePassword: route({
    ...personRoute({
      method: 'POST',
      path: '/api/auth/change-password',
      summary: 'Change your password',
      description: 'Ends every other session. This one gets a new token.',
    }),
    input: changePasswordInput,
    output: done,
  }),
  profile: route({
    ...personRoute({ method: 'GET', path: '/api/auth/profile', summary: 'Get your profile' }),
    input: noInput,
    output: z.object({ user: signedInUserSchema }),
  }),
  updateProfile: route({
    ...personRoute({
      method: 'PATCH',
      path: '/api/auth/profile',
      summary: 'Update your profile',
      description: 'Name, picture and preferences.',
    }),
    input: updateProfileInput,
    output: z.object({ user: signedInUserSchema }),
  }),
  sessions: route({
    ...personRoute({ method: 'GET', path: '/api/auth/sessions', summary: 'List your sessions' }),
    input: noInput,
    output: z.object({ sessions: z.array(ownSessionSchema) }),
  }),
  endSession: route({
    ...personRoute({ method: 'DELETE', path: '/api/auth/sessions/{id}', summary: 'End one of your sessions' }),
    input: z.object({ id: z.uuid() }),
    output: done,
  }),
  endOtherSessions: route({
    ...personRoute({
      method: 'POST',
      path: '/api/auth/sessions/end-others',
      summary: 'End your other sessions',
    }),
    input: noInput,
    output: z.object({ ended_count: z.int() }),
  }),
  confirmIdentity: route({
    ...personRoute({
      method: 'POST',
      path: '/api/auth/confirm-identity',
      summary: 'Confirm your identity',
      description: 'Required before sensitive changes.',
    }),
    input: confirmIdentityInput,
    output: done,
  }),
  factors: route({
    ...personRoute({ method: 'GET', path: '/api/auth/factors', summary: 'List your sign-in methods' }),
    input: noInput,
    output: z.object({
      password: z.boolean(),
      totp: z.boolean(),
      recovery_codes_left: z.int(),
      passkeys: z.array(passkeySchema),
      accounts: z.array(z.object({ provider: z.string(), linked_at: z.iso.datetime() })),
    }),
  }),
  enrollTotp: route({
    ...personRoute({
      method: 'POST',
      path: '/api/auth/totp/enroll',
      summary: 'Start authenticator setup',
      description: '`uri` is the content of the QR code.',
    }),
    input: z.object(passwordConfirmation),
    output: z.object({ secret: z.string(), uri: z.string() }),
  }),
  confirmTotp: route({
    ...personRoute({
      method: 'POST',
      path: '/api/auth/totp/confirm',
      summary: 'Confirm the authenticator',
      description: 'Takes the first code. Recovery codes are returned only once.',
    }),
    input: confirmTotpInput,
    output: z.object({ recovery_codes: z.array(z.string()) }),
  }),
  disableTotp: route({
    ...personRoute({ method: 'POST', path: '/api/auth/totp/disable', summary: 'Disable the authenticator' }),
    input: z.object(passwordConfirmation),
    output: done,
  }),
  renewRecoveryCodes: route({
    ...personRoute({
      method: 'POST',
      path: '/api/auth/totp/recovery-codes',
      summary: 'Replace your recovery codes',
      description: 'The previous codes stop working.',
    }),
    input: z.object(passwordConfirmation),
    output: z.object({ recovery_codes: z.array(z.string()) }),
  }),
  passkeyOptions: route({
    ...personRoute({
      method: 'POST',
      path: '/api/auth/passkeys/options',
      summary: 'Get passkey registration options',
    }),
    input: z.object(passwordConfirmation),
    output: z.object({ options: webAuthnJson }),
  }),
  addPasskey: route({
    ...personRoute({ method: 'POST', path: '/api/auth/passkeys', summary: 'Add a passkey' }),
    input: z.object({ name: nameSchema(100), response: webAuthnJson }),
    output: z.object({ passkey: passkeySchema }),
  }),
  removePasskey: route({
    ...personRoute({ method: 'DELETE', path: '/api/auth/passkeys/{id}', summary: 'Delete a passkey' }),
    input: z.object({ id: z.uuid() }),
    output: done,
  }),
  switchOrganization: route({
    ...personRoute({
      method: 'POST',
      path: '/v1/organizations/{id}/switch',
      summary: 'Switch organization',
      description: 'The session gets a new token.',
    }),
    input: z.object({ id: z.uuid() }),
    output: signedInSchema,
  }),
}
