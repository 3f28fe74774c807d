/** Kept as a separate process with its own engines: stopped in the middle of an import, and killed. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { KeptClient } from '@kept/contract/contract.ts'
import { createKeptClient } from '@kept/contract/testing/client.ts'
import { importSchema } from '@kept/domain/ingest.ts'
import { isAlive, recordedPid } from '@kept/store/database/postmaster.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { finished } from './imports/testing/deliver.ts'
import { smallBill } from './imports/testing/small-bill.ts'
import { organizationHeader } from './operator/public/operator.ts'
import { findRunningKept } from './platform/data-folder.ts'
import { programEnvironment } from './testing/program-environment.ts'

let folder: string
const started: ChildProcess[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kept-whole-'))
})
afterEach(async () => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
  const postgres = recordedPid(join(folder, 'data/postgres/cluster'))
  if (postgres && isAlive(postgres)) process.kill(postgres, 'SIGQUIT')
  await vi.waitFor(() => expect(postgres !== undefined && isAlive(postgres)).toBe(false), { timeout: 60_000 })
  rmSync(folder, { recursive: true, force: true })
})

const rows = 100_000
const timeoutOptions = { timeout: 180_000 }

it.each(['SIGTERM', 'SIGINT'] as const)(
  'stops in the middle of an import on %s, and ends it after the next start',
  timeoutOptions,
  async (signal) => {
    const first = await start()
    const id = await deliver(first)
    await underWay(first.client, id)
    const exited = once(first.process, 'exit')
    first.process.kill(signal)
    expect(await exited).toEqual([0, null])
    // Nothing is left behind: no engine, no lock, no announcement.
    expect(existsSync(join(folder, 'data/postgres/cluster/postmaster.pid'))).toBe(false)
    expect(findRunningKept(join(folder, 'data'))).toBeUndefined()
    const second = await start()
    await expectComplete(second.client, id)
  },
)

it(
  'killed in the middle of an import, takes its Postgres over and ends the import after the next start',
  timeoutOptions,
  async () => {
    const first = await start()
    const id = await deliver(first)
    await underWay(first.client, id)
    const exited = once(first.process, 'exit')
    first.process.kill('SIGKILL')
    await exited
    const second = await start()
    const { data } = await second.client.health.admin({})
    expect(data.parts.find(({ name }) => name === 'database')?.detail).toContain('taken over')
    await expectComplete(second.client, id)
  },
)

interface RunningKept {
  process: ChildProcess
  client: KeptClient
  url: string
  headers: Record<string, string>
}

async function start(): Promise<RunningKept> {
  const script = fileURLToPath(new URL('./main.ts', import.meta.url))
  const data = join(folder, 'data')
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...programEnvironment(),
      KEPT_DATA: data,
      KEPT_PORT: '0',
      KEPT_DEMO: 'off',
      KEPT_LOG_LEVEL: 'fatal',
    },
  })
  started.push(child)
  let output = ''
  for await (const chunk of child.stdout) {
    output += chunk
    if (output.includes('Kept is ready')) break
  }
  const running = findRunningKept(data)
  if (!running) throw new Error(`Kept did not start: ${output}`)
  const headers = { authorization: `Bearer ${running.operatorToken}`, [organizationHeader]: 'own' }
  await fetch(`${running.url}/v1/operator/organizations/own`, { method: 'PUT', headers })
  return {
    process: child,
    url: running.url,
    headers,
    client: createKeptClient({ url: running.url, headers: () => headers }),
  }
}

async function deliver({ url, headers }: RunningKept): Promise<string> {
  const path = join(folder, 'bill.csv')
  const lines = Array.from({ length: rows }, (_, row) => ({
    billed: '0.01',
    day: (row % 28) + 1,
    resource: `r-${row % 300}`,
  }))
  writeFileSync(path, smallBill(lines))
  const answer = await fetch(`${url}/v1/operator/imports`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ organization: 'own', paths: [path] }),
  })
  return importSchema.parse(((await answer.json()) as { data: { import: unknown } }).data.import).id
}

async function underWay(client: KeptClient, id: string): Promise<void> {
  await vi.waitFor(async () => expect((await client.imports.get({ id })).data.status).toBe('running'), {
    interval: 5,
    timeout: 60_000,
  })
}

async function expectComplete(client: KeptClient, id: string): Promise<void> {
  const done = await finished(client, id)
  expect(done).toMatchObject({ status: 'done', reconciliation: { ok: true, rows: { read: rows, stored: rows } } })
  const { data } = await client.costs.query({ measures: ['billed'] })
  expect(data.totals).toMatchObject([{ currency: 'USD', values: { billed: '1000' } }])
}
