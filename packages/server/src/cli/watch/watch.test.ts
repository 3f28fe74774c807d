/** The platform client and `kept watch` against a real Kept: an API key, typed routes, live messages. */
import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createPlatformClient } from '@kept/client/platform-client.ts'
import { addNotification } from '@kept/store/notifications/add.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { programEnvironment } from '../../testing/program-environment.ts'
import { createTestUser } from '../../testing/sign-in.ts'
import { openKept, type TestKept } from '../../testing.ts'

let kept: TestKept
let key = ''
const children: ChildProcess[] = []
beforeAll(async () => {
  kept = await openKept()
  const admin = await createTestUser(kept, { name: 'admin', in: 'own', role: 'admin' })
  const { data } = await admin.client.apiKeys.create({ name: 'watch', scopes: ['notifications:read'] })
  key = data.key
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await kept.close()
})

const notify = (title: string) =>
  kept.world.database.scoped(kept.world.scope, (tx) =>
    addNotification(tx, kept.world.scope, { kind: 'anomaly', title, body: '', href: '/' }),
  )

describe('createPlatformClient', () => {
  it('calls routes with an API key, and receives live messages', async () => {
    const client = createPlatformClient({ baseUrl: kept.url, token: key })
    expect((await client.api.notifications.list({})).data).toEqual([])
    await expect(client.api.users.list({})).rejects.toMatchObject({ status: 403 })
    const titles: unknown[] = []
    const connection = client.connect({ onMessage: ({ payload }) => titles.push(payload.title) })
    await expect.poll(() => connection.snapshot().state).toBe('connected')
    await expect
      .poll(async () => {
        if (titles.length === 0) await notify('Spend rose')
        return titles.length
      })
      .toBeGreaterThan(0)
    expect(titles[0]).toBe('Spend rose')
    connection.close()
  })
})

describe('kept watch', () => {
  function startWatch(args: string[], environment: Record<string, string>) {
    const cli = fileURLToPath(new URL('../kept.ts', import.meta.url))
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', cli, 'watch', ...args], {
      env: { ...programEnvironment(), ...environment },
    })
    children.push(child)
    const captured = { out: '', err: '' }
    child.stdout.on('data', (text) => {
      captured.out += String(text)
    })
    child.stderr.on('data', (text) => {
      captured.err += String(text)
    })
    const exitCode = new Promise<number | null>((resolve) => child.once('exit', resolve))
    return { child, captured, exitCode }
  }

  it('prints messages as JSON lines until it is stopped', async () => {
    const { child, captured, exitCode } = startWatch(['--url', kept.url, '--json'], { KEPT_API_KEY: key })
    await expect.poll(() => captured.err).toContain('Connected.')
    await expect
      .poll(async () => {
        if (captured.out === '') await notify('Over budget')
        return captured.out
      })
      .toContain('"Over budget"')
    expect(JSON.parse(captured.out.split('\n')[0] ?? '')).toMatchObject({ type: 'cost_alert' })
    child.kill('SIGTERM')
    expect([await exitCode, captured.err]).toEqual([0, 'Connected. Press Ctrl-C to stop.\n'])
  })

  it.each([
    [['--url', 'nowhere'], { KEPT_API_KEY: 'x' }, '--url "nowhere" is not a URL. Use https://host.'],
    [['--url', 'http://127.0.0.1:1'], {}, 'Set KEPT_API_KEY to an API key with the notifications:read scope.'],
  ])('explains what is wrong with %j', async (args, environment, message) => {
    const { captured, exitCode } = startWatch(args, environment as Record<string, string>)
    expect(await exitCode).not.toBe(0)
    expect(captured.err).toContain(message)
  })
})
