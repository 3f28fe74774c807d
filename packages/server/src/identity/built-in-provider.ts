/**
 * The built-in provider: better-auth as a library for accounts with a password. Its HTTP routes are not mounted, and
 * its sessions, cookies and limits are not used (ours end at a fixed time and are counted in the database).
 */
import { randomUUID } from 'node:crypto'
import { KeptError } from '@kept/domain/errors.ts'
import { findPasswordHash, setPasswordHash } from '@kept/store/people/credentials.ts'
import { betterAuth } from 'better-auth'
import type { Services } from '../platform/context.ts'
import type { AuthProvider } from './auth-provider.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'

export function builtInProvider({ state, secrets, now }: Services): AuthProvider {
  const { database } = state
  const auth = makeAuth({ state, secrets })
  return {
    async signIn({ email, password }) {
      try {
        const { user } = await auth.api.signInEmail({ body: { email, password } })
        return { outcome: 'signed_in', userId: user.id }
      } catch (error) {
        if (codeOf(error) === 'EMAIL_NOT_VERIFIED') {
          const { user } = (await (await auth.$context).internalAdapter.findUserByEmail(email)) ?? {}
          if (user) return { outcome: 'unverified', userId: user.id }
        }
        if (statusOf(error) >= 400 && statusOf(error) < 500) return { outcome: 'refused' }
        throw new KeptError('unavailable', 'Sign-in is temporarily unavailable. Try again.', { cause: error })
      }
    },
    async signUp({ email, password, full_name }) {
      try {
        const { user } = await auth.api.signUpEmail({ body: { email, password, name: full_name } })
        // For a known address the library returns a made-up user.
        const match = await (await auth.$context).internalAdapter.findUserByEmail(email)
        return match?.user.id === user.id ? user.id : undefined
      } catch (error) {
        // Two concurrent sign-ups of one address: the second finds the first's row.
        if (codeOf(error) === 'FAILED_TO_CREATE_USER' || codeOf(error) === 'USER_ALREADY_EXISTS') return undefined
        throw error
      }
    },
    hasPassword: async (userId) => (await findPasswordHash(database, userId)) !== undefined,
    async isPassword({ id }, password) {
      const hash = await findPasswordHash(database, id)
      return hash !== undefined && (await verifyPassword(hash, password))
    },
    async setPassword({ id }, password) {
      await setPasswordHash(database, id, await hashPassword(password), now())
    },
    // Whether the address is verified is stored in our own row.
    confirmAddress: async () => undefined,
  }
}

function makeAuth({ state, secrets }: Pick<Services, 'state' | 'secrets'>) {
  return betterAuth({
    appName: 'Kept',
    baseURL: 'http://kept.invalid',
    basePath: '/internal/auth',
    secret: secrets.keyFor('better-auth').toString('base64url'),
    database: { db: state.database.shared, type: 'postgres', transaction: false },
    secondaryStorage: {
      get: async () => null,
      getAndDelete: async () => null,
      set: async () => undefined,
      increment: async () => 1,
      delete: async () => undefined,
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    advanced: { database: { generateId: () => randomUUID() } },
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      autoSignIn: false,
      minPasswordLength: 8,
      maxPasswordLength: 128,
      revokeSessionsOnPasswordReset: true,
      password: { hash: hashPassword, verify: ({ hash, password }) => verifyPassword(hash, password) },
    },
    // Kept sends its own emails. This only makes the library require verified addresses.
    emailVerification: { sendOnSignUp: false, sendOnSignIn: false, sendVerificationEmail: async () => undefined },
    user: {
      modelName: 'users',
      fields: {
        name: 'full_name',
        emailVerified: 'email_verified',
        image: 'avatar_url',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    account: {
      fields: {
        userId: 'user_id',
        providerId: 'provider_id',
        accountId: 'account_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    verification: { fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' } },
  })
}

function codeOf(error: unknown): string | undefined {
  return (error as { body?: { code?: string } }).body?.code
}

function statusOf(error: unknown): number {
  return (error as { statusCode?: number }).statusCode ?? 500
}
