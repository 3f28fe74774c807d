/** The built-in provider: accounts and their argon2id password hashes in Kept's own database. */
import {
  createPersonWithPassword,
  findPasswordAccount,
  findPasswordHash,
  setPasswordHash,
} from '@kept/store/people/credentials.ts'
import type { Services } from '../platform/context.ts'
import type { AuthProvider } from './auth-provider.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'

export function builtInProvider({
  state,
  now,
}: { state: Pick<Services['state'], 'database'> } & Pick<Services, 'now'>): AuthProvider {
  const { database } = state
  return {
    async signIn({ email, password }) {
      const account = await findPasswordAccount(database, email)
      if (!account) {
        // An unknown address costs the same time as a wrong password.
        await hashPassword(password)
        return { outcome: 'refused' }
      }
      if (!(await verifyPassword(account.password, password))) return { outcome: 'refused' }
      return { outcome: account.email_verified ? 'signed_in' : 'unverified', userId: account.user_id }
    },
    async signUp({ email, password, full_name }) {
      // Hashed for a known address too: both answers take the same time.
      const hash = await hashPassword(password)
      return createPersonWithPassword(database, { email, full_name, password: hash, now: now() })
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
