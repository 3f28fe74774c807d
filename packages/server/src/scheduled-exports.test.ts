/** Exports in a bucket, from the form to the totals: against small storages of our own. */
import { randomUUID } from 'node:crypto'
import type { NewConnection } from '@kept/domain/connection.ts'
import type { SyncConnection } from '@kept/domain/sync/connection.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startSmallBlobStore } from './formats/testing/small-blob-store.ts'
import { type SmallS3, startSmallS3 } from './formats/testing/small-s3.ts'
import { finished } from './imports/testing/deliver.ts'
import { smallBill } from './imports/testing/small-bill.ts'
import { visibleTotals } from './imports/testing/totals.ts'
import { type RunServices, runConnection } from './sync/run-connection.ts'
import { createTestUser, type TestUser } from './testing/sign-in.ts'
import { openKept, type TestKept } from './testing.ts'

const objects = new Map<string, Buffer>()
const storageKey = Buffer.from('not a secret').toString('base64')
let s3: SmallS3
let blobStore: Awaited<ReturnType<typeof startSmallBlobStore>>
let kept: TestKept
let admin: TestUser
let bucket: string

beforeAll(async () => {
  s3 = await startSmallS3(objects, 'AKIACONNECTION')
  blobStore = await startSmallBlobStore(objects, storageKey)
  kept = await openKept({ KEPT_STORAGE_ENDPOINTS: [s3.url, blobUrl()].join(',') })
  admin = await createTestUser(kept, { name: 'admin', in: 'own', role: 'admin' })
}, 60_000)
afterAll(async () => {
  await kept.close()
  await s3.close()
  await blobStore.close()
})
beforeEach(async () => {
  objects.clear()
  bucket = `b${randomUUID()}`
  await undoImports()
})

/** Those under way first come to their end: they would be visible later, in the totals of another test. */
async function undoImports(): Promise<void> {
  const list = async () => (await admin.client.imports.list({ page_size: 200 })).data
  const isUnderWay = ({ status }: { status: string }) => status === 'queued' || status === 'running'
  await vi.waitFor(async () => expect((await list()).filter(isUnderWay)).toEqual([]), { timeout: 60_000, interval: 50 })
  for (const { id, status } of await list()) if (status === 'done') await admin.client.imports.undo({ id })
}

function blobUrl(): string {
  return new URL(/BlobEndpoint=([^;]+)/.exec(blobStore.connectionString(storageKey))?.[1] ?? '').origin
}

async function connect(change: object = {}): Promise<string> {
  const { data } = await admin.client.connections.create({
    kind: 's3',
    name: `exports ${randomUUID()}`,
    region: 'eu-west-1',
    access_key_id: 'AKIACONNECTION',
    secret_access_key: 'connection-secret',
    endpoint: s3.url,
    export_address: `s3://${bucket}/focus`,
    ...change,
  } as NewConnection)
  return data.id
}

/** After a run that began now. */
async function synced(id: string): Promise<SyncConnection> {
  const since = await admin.client.sync.get({ id }).then(({ data }) => data.last_run?.started_at ?? '')
  for (let attempt = 0; attempt < 600; attempt += 1) {
    await admin.client.sync.run({ id })
    const { data } = await admin.client.sync.get({ id })
    if (data.last_run?.finished_at && data.last_run.started_at > since) return data
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the connection was not synced')
}

/** An execution that creates new files, as AWS Data Exports write it. */
function putExecution(month: string, time: number, amount: string, { complete = true } = {}): void {
  const folder = `${new Date(Date.UTC(2026, 0, 1) + time * 1000).toISOString()}-8c1b`
  const data = `focus/data/BILLING_PERIOD=${month}/${folder}`
  const files = [`${data}/focus-00001.csv`, `${data}/focus-00002.csv`]
  const [first = '', second = ''] = files
  objects.set(
    `${bucket}/focus/metadata/BILLING_PERIOD=${month}/${folder}/focus-Manifest.json`,
    Buffer.from(JSON.stringify({ dataFiles: files.map((file) => `s3://${bucket}/${file}`) })),
  )
  objects.set(`${bucket}/${first}`, Buffer.from(smallBill([{ month, billed: amount, resource: 'r1' }])))
  if (complete)
    objects.set(`${bucket}/${second}`, Buffer.from(smallBill([{ month, billed: amount, day: 2, resource: 'r2' }])))
  else objects.delete(`${bucket}/${second}`)
}

/** Not due: only the test runs it. */
async function later(id: string): Promise<void> {
  await kept.world.database.scoped(kept.world.scope, (tx) =>
    tx.updateTable('sync_connection').set({ next_run_at: '2100-01-01T00:00:00Z' }).where('id', '=', id).execute(),
  )
}

async function killedRun(id: string, afterMs: number): Promise<void> {
  const services: RunServices = {
    ...kept.server.services,
    pipeline: { run: async () => undefined },
    importActivity: async () => undefined,
    importExport: kept.server.features.imports.importExport,
  }
  const signal = AbortSignal.timeout(afterMs)
  await runConnection(services, kept.world.scope, id, { startedBy: 'test', signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
}

const totals = () => visibleTotals(kept.world, kept.world.scope)

describe('a connection to exports', () => {
  it('pitfall: a new export holds two months', async () => {
    putExecution('2025-12', 1, '1')
    putExecution('2026-01', 1, '2')
    const id = await connect()
    const first = await synced(id)
    expect(first).toMatchObject({
      state: 'connected',
      error: '',
      kind: 's3',
      export_address: `s3://${bucket}/focus/`,
      units: { complete: 2 },
      capabilities: [{ dataset: 'exports', state: 'complete', actions: ['s3:ListBucket', 's3:GetObject'] }],
      last_run: { units: 2, complete_units: 2, error: '' },
    })
    expect(Date.parse(first.next_run_at) - Date.parse(first.last_run?.started_at ?? '')).toBeGreaterThanOrEqual(
      8 * 3_600_000,
    )
    expect(await totals()).toEqual({ '111 2025-12 USD': '2 lines, 2', '111 2026-01 USD': '2 lines, 4' })
    const imports = (await admin.client.imports.list({})).meta.total
    await synced(id)
    expect((await admin.client.imports.list({})).meta.total).toBe(imports)
    putExecution('2026-01', 2, '5')
    await synced(id)
    expect(await totals()).toEqual({ '111 2025-12 USD': '2 lines, 2', '111 2026-01 USD': '2 lines, 10' })
    expect((await admin.client.imports.list({})).meta.total).toBe(imports + 1)
    const { data: units } = await admin.client.sync.units({ id })
    expect(units.map(({ region, account_id, dataset, state }) => [region, account_id, dataset, state])).toEqual([
      ['2025-12', 'focus', 'exports', 'complete'],
      ['2026-01', 'focus', 'exports', 'complete'],
    ])
    expect((await admin.client.sync.runs({ id })).data.length).toBeGreaterThanOrEqual(3)
    await expect(
      admin.client.imports.create({ urls: [`s3://${bucket}/focus/data/`], connection_id: id }),
    ).rejects.toThrow('is read on a schedule by the connection')
    await expect(kept.otherClient.sync.get({ id })).rejects.toThrow('Connection not found.')
  }, 120_000)

  it('keeps the previous execution while a newer one is half-written', async () => {
    putExecution('2026-01', 1, '1')
    const id = await connect()
    await synced(id)
    putExecution('2026-01', 2, '7', { complete: false })
    const waiting = await synced(id)
    expect(waiting.units).toEqual({ partial: 1 })
    expect((await admin.client.sync.units({ id })).data[0]?.reason).toMatch(
      /names 2 files, of which 1 is not there yet\. What was read before stays/,
    )
    expect(await totals()).toEqual({ '111 2026-01 USD': '2 lines, 2' })
    putExecution('2026-01', 2, '7')
    expect((await synced(id)).units).toEqual({ complete: 1 })
    expect(await totals()).toEqual({ '111 2026-01 USD': '2 lines, 14' })
  }, 120_000)

  it('pitfall: usage crosses the months of invoices (koku#3098)', async () => {
    putExecution('2026-01', 1, '1')
    const [file = ''] = [...objects.keys()].filter((path) => path.endsWith('00002.csv'))
    objects.set(file, Buffer.from(smallBill([{ month: '2025-12', billed: '3' }])))
    const id = await connect()
    await synced(id)
    expect(await totals()).toEqual({ '111 2025-12 USD': '1 lines, 3', '111 2026-01 USD': '1 lines, 1' })
    putExecution('2026-01', 2, '1')
    await synced(id)
    expect(await totals()).toEqual({ '111 2026-01 USD': '2 lines, 2' })
  }, 120_000)

  it('pitfall: months are doubled (finops-toolkit#320, koku#1180, koku#3155)', async () => {
    putExecution('2026-01', 1, '1')
    const once = await connect({ export_address: undefined })
    const { data } = await admin.client.imports.create({ urls: [`s3://${bucket}/focus/`], connection_id: once })
    expect(await finished(admin.client, data.id)).toMatchObject({ status: 'done' })
    await synced(await connect())
    expect(await totals()).toEqual({ '111 2026-01 USD': '2 lines, 2' })
  }, 120_000)

  it('pitfall: a folder has many objects (optscale#813)', async () => {
    putExecution('2026-01', 1, '1')
    // Listed before the manifest, which is on the third page.
    for (let index = 0; index < 2_500; index += 1)
      objects.set(`${bucket}/focus/data/BILLING_PERIOD=2026-01/0-older/${index}.csv`, Buffer.from('name,color\na,b\n'))
    s3.requests.length = 0
    expect((await synced(await connect())).error).toBe('')
    expect(await totals()).toEqual({ '111 2026-01 USD': '2 lines, 2' })
    expect(s3.requests.filter(({ path }) => path.includes('0-older'))).toEqual([])
  }, 120_000)

  it('says in one sentence what is wrong with the folder', async () => {
    objects.set(`${bucket}/focus/bill.csv`, Buffer.from(smallBill([{ billed: '1' }])))
    const id = await connect()
    expect((await synced(id)).error).toBe(
      `No manifest of an export was found at s3://${bucket}/focus/. Connect the folder that your cloud exports bills to, or import the files once under "Upload a bill".`,
    )
    objects.clear()
    expect((await synced(id)).error).toBe(`Nothing was found at s3://${bucket}/focus/. Check the bucket and the path.`)
    putExecution('2026-01', 1, '1')
    for (const path of objects.keys()) if (path.endsWith('.csv')) objects.set(path, Buffer.from('name,color\na,b\n'))
    const other = await synced(id)
    expect(other.error).toMatch(/^2026-01 was not imported: .*focus-0000/)
    expect(other).toMatchObject({ state: 'action_needed', units: { partial: 1 } })
    expect(await totals()).toEqual({})
    const wrongKey = await connect({ access_key_id: 'AKIAWRONG', export_address: `s3://${bucket}-2/` })
    const denied = await synced(wrongKey)
    expect(denied.error).toBe(`Access to s3://${bucket}-2/ was denied. Allow s3:ListBucket, and check the credentials.`)
    expect(denied.capabilities[0]).toMatchObject({ state: 'missing', missing: ['s3:ListBucket'] })
    expect(denied.capabilities[0]?.statement).toContain('s3:GetObject')
    await expect(connect()).rejects.toThrow('a bill must not be counted twice')
    await expect(connect({ export_address: 'https://example.com/' })).rejects.toThrow('s3://bucket/path')
  }, 120_000)

  it('reads Azure exports, where one execution of a month replaces another', async () => {
    const put = (run: string, submittedTime: string, amount: string) => {
      const folder = `exports/daily/20260101-20260131/${run}`
      objects.set(
        `${bucket}/${folder}/manifest.json`,
        Buffer.from(
          JSON.stringify({
            exportConfig: { exportName: 'daily' },
            runInfo: { submittedTime, startDate: '2026-01-01T00:00:00', endDate: '2026-01-31T00:00:00' },
            blobs: [{ blobName: `${folder}/part_0.csv` }],
          }),
        ),
      )
      objects.set(`${bucket}/${folder}/part_0.csv`, Buffer.from(smallBill([{ month: '2026-01', billed: amount }])))
    }
    put('b', '2026-01-09T00:00:00Z', '9')
    put('a', '2026-01-03T00:00:00Z', '3')
    const account = /AccountName=([^;]+)/.exec(blobStore.connectionString(storageKey))?.[1]
    const id = await connect({
      kind: 'azure_blob',
      region: undefined,
      access_key_id: undefined,
      secret_access_key: undefined,
      account,
      account_key: storageKey,
      endpoint: blobUrl(),
      export_address: `az://${bucket}/exports/`,
    })
    expect((await synced(id)).error).toBe('')
    expect(await totals()).toEqual({ '111 2026-01 USD': '1 lines, 9' })
  }, 120_000)

  it('waits for an import that a killed run began, also of an old month', async () => {
    putExecution('2025-06', 1, '1')
    for (const path of objects.keys()) if (path.endsWith('.csv')) objects.set(path, Buffer.from('name,color\na,b\n'))
    const id = await connect()
    await later(id)
    await killedRun(id, 400)
    await killedRun(id, 60_000)
    expect((await admin.client.sync.get({ id })).data.error).toMatch(/^2025-06 was not imported: /)
  }, 120_000)

  it('pauses and resumes', async () => {
    putExecution('2026-01', 1, '1')
    const id = await connect()
    await admin.client.sync.pause({ id })
    await expect(admin.client.sync.run({ id })).rejects.toThrow('is paused. Resume it first.')
    await admin.client.sync.resume({ id })
    expect((await synced(id)).error).toBe('')
  }, 60_000)
})

/** KEPT_EXPORT_RUNS=200 takes half an hour. */
const exportRuns = Number(process.env.KEPT_EXPORT_RUNS ?? 3)

describe('any history of executions', () => {
  it(
    'ends at the totals of the newest manifest of each month',
    async () => {
      const months = ['2025-11', '2025-12', '2026-01']
      const step = fc.record({
        month: fc.constantFrom(...months),
        time: fc.integer({ min: 1, max: 9 }),
        amount: fc.integer({ min: 1, max: 99 }),
        complete: fc.boolean(),
        isSynced: fc.boolean(),
        // So long after its start, a run is killed.
        killedAfterMs: fc.option(fc.integer({ min: 0, max: 400 })),
      })
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), async (steps) => {
          objects.clear()
          bucket = `b${randomUUID()}`
          const newest = new Map<string, { time: number; amount: number }>()
          const amounts = new Map<string, number>()
          let id: string | undefined
          try {
            for (const { month, time, complete, isSynced, killedAfterMs, ...step } of steps) {
              // An execution writes the same again, or what it had not written yet.
              const amount = amounts.get(`${month} ${time}`) ?? step.amount
              amounts.set(`${month} ${time}`, amount)
              putExecution(month, time, String(amount), { complete })
              if ((newest.get(month)?.time ?? 0) <= time) newest.set(month, { time, amount })
              if (killedAfterMs !== null) {
                id ??= await connect()
                await killedRun(id, killedAfterMs)
              }
              if (isSynced) {
                id ??= await connect()
                await synced(id)
              }
            }
            // In the end every upload is complete.
            for (const [month, { time, amount }] of newest) putExecution(month, time, String(amount))
            id ??= await connect()
            await synced(id)
            const expected = [...newest].map(([month, { amount }]) => [`111 ${month} USD`, `2 lines, ${2 * amount}`])
            expect(await totals()).toEqual(Object.fromEntries(expected))
          } finally {
            // Also after a failure, so that a smaller history that fails says something.
            if (id !== undefined) await admin.client.connections.delete({ id })
            await undoImports()
          }
        }),
        { numRuns: exportRuns },
      )
      process.stderr.write(`${exportRuns} histories of exports, no month counted twice\n`)
    },
    300_000 + exportRuns * 20_000,
  )
})
