/**
 * Sign-up, sign-in and sessions. Responses follow the specification and have no `data` wrapper. Unsafe routes need the
 * CSRF token in `x-csrf-token`, or in the body where it is declared.
 */
import * as z from 'zod'
import {
  emailInput,
  loginInput,
  resetPasswordInput,
  secondFactorInput,
  setupInput,
  signUpInput,
  verifyEmailInput,
} from '../inputs/auth.ts'
import { route } from '../route.ts'
import { currentSessionSchema, done, noInput, signedInSchema, tag, webAuthnJson } from './auth-shapes.ts'
import { ownAccount } from './own-account.ts'

const publicRoute = (definition: {
  method: 'GET' | 'POST'
  path: `/${string}`
  summary: string
  description?: string
}) => ({ ...definition, tag, needs: 'public' }) as const

export const auth = {
  csrfToken: route({
    ...publicRoute({
      method: 'GET',
      path: '/api/auth/csrf-token',
      summary: 'Get a CSRF token',
      description: 'Browsers send it with every request that changes something.',
    }),
    input: noInput,
    output: z.object({ csrfToken: z.string() }),
  }),
  providers: route({
    ...publicRoute({ method: 'GET', path: '/api/auth/providers', summary: 'List sign-in methods' }),
    input: noInput,
    output: z.object({
      google: z.boolean(),
      github: z.boolean(),
      demo: z.boolean(),
      sign_up: z.boolean(),
    }),
  }),
  login: route({
    ...publicRoute({ method: 'POST', path: '/api/auth/login', summary: 'Sign in with email and password' }),
    input: loginInput,
    output: signedInSchema,
  }),
  secondFactor: route({
    ...publicRoute({
      method: 'POST',
      path: '/api/auth/second-factor',
      summary: 'Verify the second factor',
      description: 'Takes a code from an authenticator app, or a recovery code.',
    }),
    input: secondFactorInput,
    output: signedInSchema,
  }),
  logout: route({
    ...publicRoute({ method: 'POST', path: '/api/auth/logout', summary: 'Sign out' }),
    input: noInput,
    output: z.object({ success: z.literal(true), redirectUrl: z.string() }),
  }),
  session: route({
    ...publicRoute({
      method: 'GET',
      path: '/api/auth/session',
      summary: 'Get the current session',
      description: 'Reading the session does not extend it.',
    }),
    input: noInput,
    output: currentSessionSchema,
  }),
  oauth: route({
    ...publicRoute({
      method: 'POST',
      path: '/api/auth/oauth',
      summary: 'Start sign-in with an identity provider',
      description: 'Google, GitHub, or the identity provider of an organization.',
    }),
    input: z.object({
      provider: z.enum(['google', 'github', 'organization']),
      /** The slug; required for `organization`. */
      organization: z.string().max(63).optional(),
      /** Invitation token: the user joins its organization when the provider confirms the invited address. */
      invitation: z.string().max(512).optional(),
    }),
    output: z.object({ url: z.string() }),
  }),
  demo: route({
    ...publicRoute({
      method: 'POST',
      path: '/api/auth/demo',
      summary: 'Start a demo session',
      description: 'Opens a 30-minute session in the demo organization.',
    }),
    input: z.object({ as: z.enum(['demo-client', 'demo-admin']) }),
    output: signedInSchema,
  }),
  signUp: route({
    ...publicRoute({
      method: 'POST',
      path: '/api/auth/sign-up',
      summary: 'Sign up',
      description: 'The response is the same when the address already has an account.',
    }),
    input: signUpInput,
    output: done,
  }),
  verifyEmail: route({
    ...publicRoute({
      method: 'POST',
      path: '/api/auth/verify-email',
      summary: 'Verify an email address',
      description:
        'Takes the token of the verification link. In another browser than the one that signed up, the password is required too: without it the response is 401 with `details.password_required`.',
    }),
    input: verifyEmailInput,
    output: signedInSchema,
  }),
  resendVerification: route({
    ...publicRoute({
      method: 'POST',
      path: '/api/auth/resend-verification',
      summary: 'Resend the verification email',
    }),
    input: emailInput,
    output: done,
  }),
  forgotPassword: route({
    ...publicRoute({
      method: 'POST',
      path: '/api/auth/forgot-password',
      summary: 'Request a password reset',
      description: 'Sends a reset link by email. The response is the same for an unknown address.',
    }),
    input: emailInput,
    output: done,
  }),
  resetPassword: route({
    ...publicRoute({
      method: 'POST',
      path: '/api/auth/reset-password',
      summary: 'Reset the password',
      description: 'Takes the token of the reset link. Ends every session of the account.',
    }),
    input: resetPasswordInput,
    output: done,
  }),
  setupState: route({
    ...publicRoute({
      method: 'GET',
      path: '/api/auth/setup',
      summary: 'Get the setup state',
      description: 'Tells whether the installation still needs its first admin.',
    }),
    input: noInput,
    output: z.object({ waiting: z.boolean() }),
  }),
  setup: route({
    ...publicRoute({
      method: 'POST',
      path: '/api/auth/setup',
      summary: 'Create the first admin',
      description: 'Takes the one-time setup link printed in the log.',
    }),
    input: setupInput,
    output: signedInSchema,
  }),
  passkeySignInOptions: route({
    ...publicRoute({
      method: 'POST',
      path: '/api/auth/passkeys/sign-in-options',
      summary: 'Get passkey sign-in options',
    }),
    input: noInput,
    output: z.object({ options: webAuthnJson }),
  }),
  passkeySignIn: route({
    ...publicRoute({ method: 'POST', path: '/api/auth/passkeys/sign-in', summary: 'Sign in with a passkey' }),
    input: z.object({ response: webAuthnJson }),
    output: signedInSchema,
  }),

  ...ownAccount,
}
