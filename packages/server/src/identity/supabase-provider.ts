/** Supabase (GoTrue) as the password store. Its tokens are discarded: a correct password opens a Kept session. */
import { KeptError } from '@kept/domain/errors.ts'
import { toOneLine } from '@kept/domain/name.ts'
import { fieldOf, textFieldOf } from '@kept/foundation/narrow.ts'
import { findAccount, linkAccount } from '@kept/store/people/credentials.ts'
import { changePerson, ensurePerson, findPerson } from '@kept/store/people/persons.ts'
import * as z from 'zod'
import type { Services } from '../platform/context.ts'
import type { AuthProvider } from './auth-provider.ts'

const providerId = 'supabase'
const userSchema = z.object({
  id: z.string().min(1),
  email: z.string(),
  email_confirmed_at: z.string().nullish(),
  user_metadata: z.record(z.string(), z.unknown()).nullish(),
})
const timeoutMs = 10_000

export function supabaseProvider({ config, state, now }: Services): AuthProvider {
  const { url, key } = config.supabase
  if (!url || !key) throw new KeptError('unavailable', 'Supabase client not available')
  const { database } = state

  async function call(method: string, path: string, body: object): Promise<{ status: number; body: unknown }> {
    try {
      const response = await fetch(`${url?.replace(/\/+$/, '')}/auth/v1${path}`, {
        method,
        headers: { 'content-type': 'application/json', apikey: key ?? '', authorization: `Bearer ${key}` },
        body: JSON.stringify(body),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      return { status: response.status, body: await response.json().catch(() => ({})) }
    } catch (cause) {
      throw new KeptError('unavailable', 'Supabase client not available', { cause })
    }
  }

  async function passwordGrant(email: string, password: string) {
    const { status, body } = await call('POST', '/token?grant_type=password', { email, password })
    if (status === 400 || status === 401 || status === 422) return { code: textFieldOf(body, 'error_code') }
    if (status !== 200) throw new KeptError('unavailable', 'Supabase client not available')
    return { user: userSchema.parse(fieldOf(body, 'user')) }
  }

  /** Finds our user by Supabase's id, never by an unconfirmed address. */
  async function personOf(user: z.infer<typeof userSchema>): Promise<string | undefined> {
    const account = await findAccount(database, providerId, user.id)
    if (account) return account.user_id
    if (!user.email_confirmed_at) return undefined
    const { person } = await ensurePerson(database, {
      email: user.email,
      full_name: toOneLine(String(user.user_metadata?.full_name ?? '')),
      email_verified: true,
      now: now(),
    })
    if (!person.email_verified) await changePerson(database, person.id, { email_verified: true }, now())
    await linkAccount(database, { userId: person.id, providerId, accountId: user.id, now: now() })
    return person.id
  }

  async function accountOf(userId: string): Promise<string> {
    const account = await findAccount(database, providerId, { userId })
    if (!account) throw new KeptError('conflict', 'This user has no password at Supabase.')
    return account.account_id
  }

  return {
    async signIn({ email, password }) {
      const { user, code } = await passwordGrant(email, password)
      if (!user) {
        const person = code === 'email_not_confirmed' ? await findPerson(database, { email }) : undefined
        return person ? { outcome: 'unverified', userId: person.id } : { outcome: 'refused' }
      }
      const userId = await personOf(user)
      return userId === undefined ? { outcome: 'refused' } : { outcome: 'signed_in', userId }
    },
    async signUp({ email, password, full_name }) {
      if (await findPerson(database, { email })) return undefined
      // Our email confirms the address, so the account is created unconfirmed.
      const { status, body } = await call('POST', '/admin/users', { email, password, user_metadata: { full_name } })
      if (status === 422) return undefined
      const user = userSchema.safeParse(body)
      if (status >= 300 || !user.success) throw new KeptError('unavailable', 'Supabase client not available')
      const { person } = await ensurePerson(database, { email, full_name, email_verified: false, now: now() })
      await linkAccount(database, { userId: person.id, providerId, accountId: user.data.id, now: now() })
      return person.id
    },
    hasPassword: async (userId) => (await findAccount(database, providerId, { userId })) !== undefined,
    async isPassword({ email }, password) {
      const { user, code } = await passwordGrant(email, password)
      return user !== undefined || code === 'email_not_confirmed'
    },
    async setPassword({ id }, password) {
      // Resetting the password proves access to the mailbox, so the address is confirmed there too.
      const { status } = await call('PUT', `/admin/users/${await accountOf(id)}`, { password, email_confirm: true })
      if (status !== 200) throw new KeptError('unavailable', 'Supabase client not available')
    },
    async confirmAddress({ id }) {
      const { status } = await call('PUT', `/admin/users/${await accountOf(id)}`, { email_confirm: true })
      if (status !== 200) throw new KeptError('unavailable', 'Supabase client not available')
    },
  }
}
