import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { confirmSubscription, requestSubscription } from '@kept/store/site/newsletter.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openKept, type TestKept } from '../../testing.ts'
import { captureTerminal } from '../testing/capture-terminal.ts'
import { newsletterCommand } from './command.ts'

let kept: TestKept
beforeAll(async () => {
  kept = await openKept()
  const { database } = kept.world
  for (const [email, confirmed] of [
    ['ada@example.com', true],
    ['+formula@example.com', true],
    ['undecided@example.com', false],
  ] as const) {
    const now = new Date('2026-03-01T08:00:00Z')
    await requestSubscription(database, { email, confirmHash: email, now })
    if (confirmed) await confirmSubscription(database, { confirmHash: email, requestedAfter: new Date(0), now })
  }
})
afterAll(() => kept.close())

async function run(...args: string[]): Promise<string> {
  const { terminal, captured } = captureTerminal(100)
  const command = newsletterCommand(terminal).exitOverride()
  await command.parseAsync(['export', '--data', kept.server.services.config.dataFolder, ...args], { from: 'user' })
  return captured.out
}

it('prints confirmed subscribers, each with an unsubscribe link', async () => {
  const lines = (await run()).split('\r\n')
  expect(lines[0]).toBe('email,confirmed_at,unsubscribe_link')
  expect(lines.slice(1, -1).map((line) => line.split(',').slice(0, 2))).toEqual(
    expect.arrayContaining([
      ['ada@example.com', '2026-03-01T08:00:00.000Z'],
      ["'+formula@example.com", '2026-03-01T08:00:00.000Z'],
    ]),
  )
  expect(lines).toHaveLength(4)
  expect(await run('--csv')).toBe(lines.join('\r\n'))
})

it('or as JSON, and the link works', async () => {
  const readers = JSON.parse(await run('--json')) as { email: string; unsubscribe_link: string }[]
  const ada = readers.find(({ email }) => email === 'ada@example.com')
  const response = await fetch(ada?.unsubscribe_link ?? '', { method: 'POST' })
  expect(response.status).toBe(200)
  expect(JSON.parse(await run('--json'))).toHaveLength(1)
})

it('explains what is not possible', async () => {
  await expect(run('--csv', '--json')).rejects.toThrow('Use either --csv or --json, not both.')
  const empty = mkdtempSync(join(tmpdir(), 'kept-empty-'))
  await expect(run('--data', empty)).rejects.toThrow(
    /^No server runs on the data folder .*\. Start Kept and try again\.$/,
  )
  rmSync(empty, { recursive: true })
})
