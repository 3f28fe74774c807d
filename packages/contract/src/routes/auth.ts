/**
 * The door: sign-up, sign-in, the session and its end. Answers stand as the specification has them, without `data`
 * around them. Unsafe routes want the CSRF token in `x-csrf-token` (or, where named, in the body).
 */
import { nameSchema } from '@kept/domain/name.ts'
import * as z from 'zod'
import { route } from '../route.ts'
import {
  currentSessionSchema,
  done,
  email,
  fullName,
  givenPassword,
  newPassword,
  nothing,
  oneTimeToken,
  signedInSchema,
  tag,
  webAuthnJson,
} from './auth-shapes.ts'
import { ownAccount } from './own-account.ts'

const open = (words: { method: 'GET' | 'POST'; path: `/${string}`; summary: string }) =>
  ({ ...words, tag, needs: 'public' }) as const

export const auth = {
  csrfToken: route({
    ...open({ method: 'GET', path: '/api/auth/csrf-token', summary: 'The token unsafe requests must carry' }),
    input: nothing,
    output: z.object({ csrfToken: z.string() }),
  }),
  providers: route({
    ...open({ method: 'GET', path: '/api/auth/providers', summary: 'Ways to sign in that are configured here' }),
    input: nothing,
    output: z.object({
      google: z.boolean(),
      github: z.boolean(),
      demo: z.boolean(),
      sign_up: z.boolean(),
    }),
  }),
  login: route({
    ...open({ method: 'POST', path: '/api/auth/login', summary: 'Sign in with e-mail and password' }),
    input: z.object({ email, password: givenPassword, csrfToken: z.string().max(512).optional() }),
    output: signedInSchema,
  }),
  secondFactor: route({
    ...open({
      method: 'POST',
      path: '/api/auth/second-factor',
      summary: 'The second step: a code of the authenticator, or a recovery code',
    }),
    input: z.object({ code: z.string().trim().min(6).max(32) }),
    output: signedInSchema,
  }),
  logout: route({
    ...open({ method: 'POST', path: '/api/auth/logout', summary: 'Sign out' }),
    input: nothing,
    output: z.object({ success: z.literal(true), redirectUrl: z.string() }),
  }),
  session: route({
    ...open({
      method: 'GET',
      path: '/api/auth/session',
      summary: 'The session and its person; asking extends nothing',
    }),
    input: nothing,
    output: currentSessionSchema,
  }),
  oauth: route({
    ...open({
      method: 'POST',
      path: '/api/auth/oauth',
      summary: 'Begin to sign in with Google, GitHub, or the identity provider of an organisation',
    }),
    input: z.object({
      provider: z.enum(['google', 'github', 'organization']),
      /** The slug, for `organization`. */
      organization: z.string().max(63).optional(),
      /** The token of an invitation: its organisation is joined when the provider vouches for its address. */
      invitation: z.string().max(512).optional(),
    }),
    output: z.object({ url: z.string() }),
  }),
  demo: route({
    ...open({ method: 'POST', path: '/api/auth/demo', summary: 'A 30-minute session in the demo organisation' }),
    input: z.object({ as: z.enum(['demo-client', 'demo-admin']) }),
    output: signedInSchema,
  }),
  signUp: route({
    ...open({
      method: 'POST',
      path: '/api/auth/sign-up',
      summary: 'Sign up; the answer is the same for a known address',
    }),
    input: z.object({
      email,
      password: newPassword,
      full_name: fullName.min(1, 'is needed'),
      /** The token of an invitation to this address: its holder joins that organisation, and no other is made. */
      invitation: z.string().max(512).optional(),
      csrfToken: z.string().max(512).optional(),
    }),
    output: done,
  }),
  verifyEmail: route({
    ...open({
      method: 'POST',
      path: '/api/auth/verify-email',
      summary:
        'The link of the verification mail. In another browser than the one that signed up it takes the password too: ' +
        'without it the answer is 401 with details.password_required',
    }),
    input: z.object({ token: oneTimeToken, password: givenPassword.optional() }),
    output: signedInSchema,
  }),
  resendVerification: route({
    ...open({ method: 'POST', path: '/api/auth/resend-verification', summary: 'The verification mail once more' }),
    input: z.object({ email }),
    output: done,
  }),
  forgotPassword: route({
    ...open({ method: 'POST', path: '/api/auth/forgot-password', summary: 'Ask for a link to choose a new password' }),
    input: z.object({ email }),
    output: done,
  }),
  resetPassword: route({
    ...open({
      method: 'POST',
      path: '/api/auth/reset-password',
      summary: 'Choose a new password with the link of the mail; ends every session',
    }),
    input: z.object({ token: oneTimeToken, password: newPassword }),
    output: done,
  }),
  setupState: route({
    ...open({ method: 'GET', path: '/api/auth/setup', summary: 'Whether this Kept still waits for its first admin' }),
    input: nothing,
    output: z.object({ waiting: z.boolean() }),
  }),
  setup: route({
    ...open({ method: 'POST', path: '/api/auth/setup', summary: 'The first admin, with the one-time link of the log' }),
    input: z.object({
      token: oneTimeToken,
      email,
      password: newPassword,
      full_name: fullName.min(1, 'is needed'),
      organization_name: nameSchema(100, 'is needed'),
    }),
    output: signedInSchema,
  }),
  passkeySignInOptions: route({
    ...open({
      method: 'POST',
      path: '/api/auth/passkeys/sign-in-options',
      summary: 'What a browser needs to ask for a passkey',
    }),
    input: nothing,
    output: z.object({ options: webAuthnJson }),
  }),
  passkeySignIn: route({
    ...open({ method: 'POST', path: '/api/auth/passkeys/sign-in', summary: 'Sign in with a passkey' }),
    input: z.object({ response: webAuthnJson }),
    output: signedInSchema,
  }),

  ...ownAccount,
}
