/** In the hours without a new key, the job asks the database nothing. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSecrets } from '../platform/secrets.ts'
import { ROTATE_AFTER_MS } from './key-times.ts'
import { rotateKeysJob } from './rotate-job.ts'
import { signingKey } from './signing-keys.ts'

type Services = Parameters<typeof rotateKeysJob.run>[1]

const start = Date.parse('2026-11-27T00:00:00Z')
let nowMs = start
let sharedFolder: string
beforeAll(() => {
  sharedFolder = mkdtempSync(join(tmpdir(), 'kept-federation-'))
})
afterAll(() => rmSync(sharedFolder, { recursive: true, force: true }))

it('asks about organizations for a week after a key was made, and not in the months after that', async () => {
  const secrets = openSecrets(randomBytes(32))
  const now = () => new Date(nowMs)
  let requests = 0
  const database = {
    get shared(): never {
      requests += 1
      throw new Error('requested')
    },
  }
  const services = { state: { database }, config: { sharedFolder }, secrets, now } as unknown as Services
  const run = () => rotateKeysJob.run({}, services, new AbortController().signal, { last: true })
  signingKey({ sharedFolder, secrets, now })
  await expect(run()).rejects.toThrow('requested')
  nowMs = start + 8 * 86_400_000
  await run()
  expect(requests).toBe(1)
  nowMs = start + ROTATE_AFTER_MS
  await expect(run()).rejects.toThrow('requested')
})
