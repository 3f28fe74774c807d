/** Sign-up, sign-in, sessions, second factors, the profile. */
import { randomUUID } from 'node:crypto'
import { codeAt, fromBase32, stepOf } from '../../identity/totp.ts'
import { Authenticator } from '../authenticator.ts'
import { mailTo } from '../mailbox.ts'
import { Visitor } from '../visitor.ts'
import {
  type AcknowledgedWrite,
  type Bench,
  elsewhere,
  type PreparedWrite,
  password,
  type WriteEntries,
  writes,
} from './acknowledged-write.ts'

const address = () => `${randomUUID()}@example.com`
const code = (secret: string, offset = 0) => codeAt(fromBase32(secret), stepOf(Date.now()) + offset)

/** Sent by a visitor that has a CSRF token already: the request of the write is the only one that is watched. */
async function prepare(visitor: Visitor, method: string, path: string, body: object = {}): Promise<PreparedWrite> {
  const token = await visitor.token()
  return { send: () => visitor.request(method, path, body, { 'x-csrf-token': token }) }
}

/** By a new user who is signed in with a password. */
function ofUser(table: string, method: string, path: string, body: object = {}): AcknowledgedWrite {
  return writes(table, async (bench) => prepare(await bench.createVisitor(address()), method, path, body))
}

async function withTotp(bench: Bench, email = address()): Promise<{ visitor: Visitor; secret: string }> {
  const visitor = await bench.createVisitor(email)
  const { secret } = (await visitor.post('/api/auth/totp/enroll', { password })).body
  await visitor.post('/api/auth/totp/confirm', { code: code(secret) })
  return { visitor, secret }
}

async function withPasskey(bench: Bench) {
  const visitor = await bench.createVisitor(address())
  const device = new Authenticator(bench.local)
  const { options } = (await visitor.post('/api/auth/passkeys/options', { password })).body
  const created = await visitor.post('/api/auth/passkeys', { name: 'Key', response: device.create(options) })
  return { visitor, device, id: created.body.passkey.id as string }
}

const person = () => ({ email: address(), password, full_name: 'Ada' })
async function signedUp(bench: Bench) {
  const visitor = new Visitor(bench.local)
  const ada = person()
  await visitor.post('/api/auth/sign-up', ada)
  const { token } = await mailTo(bench.services, ada.email, /./)
  return { visitor, ada, token }
}

const promisesAnEmail = 'promises nothing but an email: acknowledged-emails.test.ts'

export const accountWrites: WriteEntries = {
  'POST /api/auth/setup': writes('users', async (bench) =>
    prepare(new Visitor(bench.local), 'POST', '/api/auth/setup', {
      token: bench.setupToken,
      ...person(),
      organization_name: 'Acme',
    }),
  ),
  'POST /api/auth/sign-up': writes('users', (bench) =>
    prepare(new Visitor(bench.local), 'POST', '/api/auth/sign-up', person()),
  ),
  'POST /api/auth/resend-verification': elsewhere(promisesAnEmail),
  'POST /api/auth/forgot-password': elsewhere(promisesAnEmail),
  'POST /api/auth/verify-email': writes('users', async (bench) => {
    const { visitor, token } = await signedUp(bench)
    return prepare(visitor, 'POST', '/api/auth/verify-email', { token, password })
  }),
  'POST /api/auth/reset-password': writes('account', async (bench) => {
    const email = address()
    const visitor = await bench.createVisitor(email)
    await visitor.post('/api/auth/forgot-password', { email })
    const { token } = await mailTo(bench.services, email, /password/i)
    return prepare(new Visitor(bench.local), 'POST', '/api/auth/reset-password', { token, password: `${password} two` })
  }),
  'POST /api/auth/login': writes('session', async (bench) => {
    const email = address()
    await bench.createVisitor(email)
    return prepare(new Visitor(bench.local), 'POST', '/api/auth/login', { email, password })
  }),
  'POST /api/auth/second-factor': writes('session', async (bench) => {
    const email = address()
    const { secret } = await withTotp(bench, email)
    const visitor = new Visitor(bench.local)
    await visitor.post('/api/auth/login', { email, password })
    return prepare(visitor, 'POST', '/api/auth/second-factor', { code: code(secret, 1) })
  }),
  'POST /api/auth/logout': ofUser('session', 'POST', '/api/auth/logout'),
  'POST /api/auth/oauth': writes('verification', async (bench) =>
    prepare(new Visitor(bench.url), 'POST', '/api/auth/oauth', { provider: 'github' }),
  ),
  'POST /api/auth/demo': elsewhere('the demo is off here: demo.test.ts; its session is stored as that of a sign-in'),
  'POST /api/auth/passkeys/sign-in-options': writes('verification', async (bench) =>
    prepare(new Visitor(bench.local), 'POST', '/api/auth/passkeys/sign-in-options'),
  ),
  'POST /api/auth/passkeys/sign-in': writes('session', async (bench) => {
    const { device } = await withPasskey(bench)
    const visitor = new Visitor(bench.local)
    const { options } = (await visitor.post('/api/auth/passkeys/sign-in-options')).body
    return prepare(visitor, 'POST', '/api/auth/passkeys/sign-in', { response: device.get(options) })
  }),
  'POST /api/auth/passkeys/options': ofUser('verification', 'POST', '/api/auth/passkeys/options', { password }),
  'POST /api/auth/passkeys': writes('passkey', async (bench) => {
    const visitor = await bench.createVisitor(address())
    const { options } = (await visitor.post('/api/auth/passkeys/options', { password })).body
    const response = new Authenticator(bench.local).create(options)
    return prepare(visitor, 'POST', '/api/auth/passkeys', { name: 'Key', response })
  }),
  'DELETE /api/auth/passkeys/{id}': writes('passkey', async (bench) => {
    const { visitor, id } = await withPasskey(bench)
    return prepare(visitor, 'DELETE', `/api/auth/passkeys/${id}`)
  }),
  'POST /api/auth/refresh-token': ofUser('session', 'POST', '/api/auth/refresh-token'),
  'POST /api/auth/change-password': ofUser('account', 'POST', '/api/auth/change-password', {
    current_password: password,
    new_password: `${password} two`,
  }),
  'PATCH /api/auth/profile': ofUser('users', 'PATCH', '/api/auth/profile', { full_name: 'Ada Lovelace' }),
  'DELETE /api/auth/sessions/{id}': writes('session', async (bench) => {
    const email = address()
    const visitor = await bench.createVisitor(email)
    const other = new Visitor(bench.local)
    await other.post('/api/auth/login', { email, password })
    const { sessions } = (await visitor.get('/api/auth/sessions')).body
    const { id } = sessions.find(({ current }: { current: boolean }) => !current)
    return prepare(visitor, 'DELETE', `/api/auth/sessions/${id}`)
  }),
  'POST /api/auth/sessions/end-others': writes('session', async (bench) => {
    const email = address()
    const visitor = await bench.createVisitor(email)
    await new Visitor(bench.local).post('/api/auth/login', { email, password })
    return prepare(visitor, 'POST', '/api/auth/sessions/end-others')
  }),
  'POST /api/auth/confirm-identity': ofUser('session', 'POST', '/api/auth/confirm-identity', { password }),
  'POST /api/auth/totp/enroll': ofUser('two_factor', 'POST', '/api/auth/totp/enroll', { password }),
  'POST /api/auth/totp/confirm': writes('two_factor', async (bench) => {
    const visitor = await bench.createVisitor(address())
    const { secret } = (await visitor.post('/api/auth/totp/enroll', { password })).body
    return prepare(visitor, 'POST', '/api/auth/totp/confirm', { code: code(secret) })
  }),
  'POST /api/auth/totp/disable': writes('two_factor', async (bench) =>
    prepare((await withTotp(bench)).visitor, 'POST', '/api/auth/totp/disable', { password }),
  ),
  'POST /api/auth/totp/recovery-codes': writes('recovery_code', async (bench) =>
    prepare((await withTotp(bench)).visitor, 'POST', '/api/auth/totp/recovery-codes', { password }),
  ),
}
