/** Emails that a response promises are sent after a kill, also when the mail server did not answer before it. */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { killKept, type SpawnedKept, spawnKept } from './testing/acknowledged/spawned-kept.ts'
import { Visitor } from './testing/visitor.ts'

const password = 'plum tractor october'
const received: string[] = []
let folder: string
let settings: Record<string, string>
let kept: SpawnedKept
/** Accepts connections and says nothing. */
const silent = createServer((socket) => void sockets.add(socket))
const sockets = new Set<Socket>()
const answering = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, _session, done) {
    let text = ''
    stream.on('data', (chunk: Buffer) => {
      text += chunk
    })
    stream.on('end', () => {
      const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(text)?.[1]?.trim()
      received.push(`${header('To')}: ${header('Subject')}`)
      done()
    })
  },
})

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kept-emails-'))
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  settings = { KEPT_SMTP_URL: `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}` }
  kept = await spawnKept(folder, settings)
}, 120_000)
afterAll(async () => {
  await killKept(kept, await kept.enginePids())
  await new Promise<void>((resolve) => answering.close(() => resolve()))
  rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
})

it('sends every promised email after a kill', { timeout: 240_000 }, async () => {
  const engines = await kept.enginePids()
  const visitor = new Visitor(kept.url)
  const post = async (path: string, body: object) => {
    const { status, body: answer } = await visitor.post(`/api/auth/${path}`, body)
    expect([status, answer]).toEqual([200, answer])
  }
  const signUp = (name: string) => post('sign-up', { email: `${name}@example.com`, password, full_name: name })
  await signUp('new')
  await signUp('resent')
  await post('resend-verification', { email: 'resent@example.com' })
  await signUp('forgetful')
  await post('forgot-password', { email: 'forgetful@example.com' })
  const token = /auth\/setup\?token=(\S+)/.exec(kept.output)?.[1]
  const operator = { email: 'operator@example.com', password, full_name: 'Olga' }
  await post('setup', { token, ...operator, organization_name: 'Acme' })
  await post('change-password', { current_password: password, new_password: `${password} two` })
  await kept.client.users.create({ email: 'invited@example.com', role: 'user' })
  await signUp('operator')
  await killKept(kept, engines)

  for (const socket of sockets) socket.destroy()
  const { port } = silent.address() as AddressInfo
  await new Promise((resolve) => silent.close(resolve))
  answering.listen(port, '127.0.0.1')
  kept = await spawnKept(folder, settings)
  const expected = [
    'forgetful@example.com: Reset your Kept password',
    'forgetful@example.com: Verify your email address',
    expect.stringMatching(/^invited@example.com: .* invites you to /),
    'new@example.com: Verify your email address',
    'operator@example.com: You already have a Kept account',
    'operator@example.com: Your Kept password was changed',
    'resent@example.com: Verify your email address',
    'resent@example.com: Verify your email address',
  ]
  await vi.waitFor(() => expect(received.toSorted()).toEqual(expected), { timeout: 120_000, interval: 250 })
})
