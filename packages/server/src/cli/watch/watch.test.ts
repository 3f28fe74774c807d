/** The platform client and `kept watch` against a real Kept: an API key, typed routes, live messages. */
import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createPlatformClient } from '@kept/client/platform-client.ts'
import { addNotification } from '@kept/store/notifications/add.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { be } from '../../testing/sign-in.ts'
import { openKept, type TestKept } from '../../testing.ts'

let kept: TestKept
let key = ''
const children: ChildProcess[] = []
beforeAll(async () => {
  kept = await openKept()
  const admin = await be(kept, { name: 'admin', in: 'own', role: 'admin' })
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
  it('calls routes with an API key, and hears what happens', async () => {
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
  function watch(args: string[], environment: Record<string, string>) {
    const cli = fileURLToPath(new URL('../kept.ts', import.meta.url))
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', cli, 'watch', ...args], {
      env: { PATH: process.env.PATH, ...environment },
    })
    children.push(child)
    const said = { out: '', err: '' }
    child.stdout.on('data', (text) => {
      said.out += String(text)
    })
    child.stderr.on('data', (text) => {
      said.err += String(text)
    })
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
    return { child, said, ended }
  }

  it('prints messages as JSON lines until it is stopped', async () => {
    const { child, said, ended } = watch(['--url', kept.url, '--json'], { KEPT_API_KEY: key })
    await expect.poll(() => said.err).toContain('Connected.')
    await expect
      .poll(async () => {
        if (said.out === '') await notify('Over budget')
        return said.out
      })
      .toContain('"Over budget"')
    expect(JSON.parse(said.out.split('\n')[0] ?? '')).toMatchObject({ type: 'cost_alert' })
    child.kill('SIGTERM')
    expect([await ended, said.err]).toEqual([0, 'Connected. Press Ctrl-C to stop.\n'])
  })

  it.each([
    [['--url', 'nowhere'], { KEPT_API_KEY: 'x' }, '--url "nowhere" is no address; use https://host.'],
    [['--url', 'http://127.0.0.1:1'], {}, 'Set KEPT_API_KEY to an API key with the notifications:read scope.'],
  ])('says what is wrong with %j', async (args, environment, message) => {
    const { said, ended } = watch(args, environment as Record<string, string>)
    expect(await ended).not.toBe(0)
    expect(said.err).toContain(message)
  })
})
