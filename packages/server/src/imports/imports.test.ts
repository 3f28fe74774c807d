import { readdirSync } from 'node:fs'
import { createImport } from '@kept/store/imports/create.ts'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { openKept, type TestKept } from '../testing.ts'
import { deliver, upload } from './testing/deliver.ts'
import { smallBill, smallHeader } from './testing/small-bill.ts'
import { visibleTotals } from './testing/totals.ts'

let kept: TestKept
beforeAll(async () => {
  kept = await openKept({ KEPT_UPLOAD_LIMIT_MB: '1' })
})
afterAll(() => kept.close())
beforeEach(async () => {
  const { data } = await kept.client.imports.list({})
  for (const { id, status } of data) if (status === 'done') await kept.client.imports.undo({ id })
})

const totals = () => visibleTotals(kept.world, kept.world.scope)
const september = smallBill([
  { billed: '10.5', day: 1 },
  { billed: '-0.000000000000000000000000000001', day: 2 },
  { billed: '7', currency: 'EUR', day: 3 },
])

it('imports a bill exactly, notes what it read, and notifies users', async () => {
  const done = await deliver(kept, september, 'september.csv')
  expect(done).toMatchObject({
    status: 'done',
    error: '',
    sources: [{ name: 'september.csv', format: 'FOCUS 1.0' }],
    progress: { stage: 'done', rows_read: 3 },
    reconciliation: { ok: true, rows: { read: 3, stored: 3, rejected: 0 } },
  })
  expect(done.progress.bytes_read).toBe(done.progress.bytes_total)
  expect(done.reconciliation?.columns.filter(({ column }) => column === 'BilledCost')).toMatchObject([
    { currency: 'EUR', in_file: '7', in_warehouse: '7', difference: '0' },
    { currency: 'USD', in_file: '10.499999999999999999999999999999', difference: '0' },
  ])
  expect(await totals()).toEqual({
    '111 2024-09 EUR': '1 lines, 7',
    '111 2024-09 USD': '2 lines, 10.499999999999999999999999999999',
  })
  const { data: loads } = await kept.client.imports.loads({})
  expect(loads).toMatchObject([
    {
      import_id: done.id,
      provider: 'AWS',
      billing_account_id: '111',
      billing_period: '2024-09-01',
      connection_name: 'AWS 111',
      rows: 3,
      first_charged_on: '2024-09-01',
      last_charge_on: '2024-09-03',
    },
  ])
  const { data: notifications, meta } = await kept.client.notifications.list({})
  const notification = notifications.find(({ kind }) => kind === 'import_done')
  expect(notification).toMatchObject({ title: 'Imported AWS September 2024', href: '/integrations', read: false })
  expect(notification?.body).toBe('3 lines, €7.00 and $10.50 billed. Every sum agrees with the files.')
  expect((await kept.client.notifications.read({ ids: [notification?.id ?? ''] })).data.unread).toBe(meta.unread - 1)
  expect((await kept.client.notifications.read({})).data.unread).toBe(0)
})

it('shows nothing to another organization', async () => {
  const { id } = await deliver(kept, september)
  await expect(kept.otherClient.imports.get({ id })).rejects.toThrow('Import not found.')
  await expect(kept.otherClient.imports.undo({ id })).rejects.toThrow('Import not found.')
  await expect(kept.otherClient.imports.cancel({ id })).rejects.toThrow('Import not found.')
  await expect(kept.otherClient.imports.rejectedRows({ id })).rejects.toThrow('Import not found.')
  expect((await kept.otherClient.imports.list({})).data).toEqual([])
  expect((await kept.otherClient.imports.loads({})).data).toEqual([])
  expect((await kept.otherClient.notifications.list({})).data).toEqual([])
  const csv = await fetch(`${kept.url}/v1/imports/${id}/rejected-rows.csv`, { headers: kept.headers('other') })
  expect(csv.status).toBe(404)
  const otherUpload = await upload(kept, september)
  await expect(kept.otherClient.imports.create({ uploads: [otherUpload] })).rejects.toThrow(
    `Upload ${otherUpload} not found`,
  )
})

it('gives the same totals after ten imports of one month', async () => {
  await deliver(kept, september)
  const expectedTotals = await totals()
  for (let time = 2; time <= 10; time += 1) {
    const repeated = await deliver(kept, september)
    expect(repeated.notes).toContain('Replaces the previous import of 2024-09 for AWS 111: 3 rows before, 3 now.')
    expect(await totals()).toEqual(expectedTotals)
  }
  expect((await kept.client.imports.loads({})).meta.total).toBe(1)
  expect((await kept.client.imports.loads({ status: 'superseded' })).meta.total).toBe(9)
})

it('replaces one account’s month and leaves the other’s alone', async () => {
  await deliver(
    kept,
    smallBill([
      { account: '1', billed: '1' },
      { account: '2', billed: '2' },
      { account: '1', month: '2024-10', billed: '3' },
    ]),
  )
  await deliver(kept, smallBill([{ account: '1', billed: '1.5' }]))
  expect(await totals()).toEqual({
    '1 2024-09 USD': '1 lines, 1.5',
    '1 2024-10 USD': '1 lines, 3',
    '2 2024-09 USD': '1 lines, 2',
  })
})

it('undoes the newest and restores what it replaced; an older one is removed from below', async () => {
  const [first, second, third] = [
    await deliver(kept, smallBill([{ billed: '1' }])),
    await deliver(kept, smallBill([{ billed: '2' }])),
    await deliver(kept, smallBill([{ billed: '3' }])),
  ]
  expect((await kept.client.imports.undo({ id: second.id })).data.status).toBe('undone')
  expect(await totals()).toEqual({ '111 2024-09 USD': '1 lines, 3' })
  await kept.client.imports.undo({ id: third.id })
  expect(await totals()).toEqual({ '111 2024-09 USD': '1 lines, 1' })
  await expect(kept.client.imports.undo({ id: third.id })).rejects.toThrow('already undone')
  await kept.client.imports.undo({ id: first.id })
  expect(await totals()).toEqual({})
})

it('stores rejected rows verbatim, reconciles them, and exports them safely', async () => {
  const badBill = smallBill([{ billed: 'abc', resource: '=HYPERLINK("x")' }, { billed: '2' }]).replace(
    '2024-09-01T00:00:00Z,2024-09-01T01',
    '2024-09-01T00:00:00Z,2024-09-01T01',
  )
  const done = await deliver(kept, badBill.replace('abc,abc,abc,abc', '4,abc,4,4'), 'bad.csv')
  expect(done.reconciliation).toMatchObject({ ok: true, rows: { read: 2, stored: 1, rejected: 1 } })
  expect(done.reconciliation?.columns.find(({ column }) => column === 'BilledCost')).toMatchObject({
    in_file: '6',
    in_warehouse: '2',
    in_rejected_rows: '4',
    difference: '0',
  })
  expect(done.notes.join(' ')).toContain('1 row was skipped, mostly because of EffectiveCost')
  const { data, meta } = await kept.client.imports.rejectedRows({ id: done.id })
  expect(meta.total).toBe(1)
  expect(data[0]).toMatchObject({ file: 'bad.csv', line: 2, column: 'EffectiveCost', value: 'abc' })
  const csv = await fetch(`${kept.url}/v1/imports/${done.id}/rejected-rows.csv`, { headers: kept.headers('own') })
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  const lines = (await csv.text()).split('\r\n')
  expect(lines[0]).toBe('file,line,column,value,reason,row')
  expect(lines[1]).toMatch(/^bad\.csv,2,EffectiveCost,abc,/)
  const kinds = (await kept.client.notifications.list({})).data.map(({ kind }) => kind)
  expect(kinds).toContain('rejected_rows')
})

it('fails with a reason when no row can be read, and changes nothing', async () => {
  await deliver(kept, september)
  const before = await totals()
  const failed = await deliver(kept, smallBill([{ billed: 'abc' }, { billed: 'abc' }]))
  expect(failed.status).toBe('failed')
  expect(failed.error).toMatch(
    /^None of the 2 rows could be read: in 2 of them BilledCost is "abc" \(this is not an amount\)/,
  )
  expect(failed.reconciliation?.rows).toEqual({ read: 2, stored: 0, rejected: 2 })
  expect(await totals()).toEqual(before)
  const notification = (await kept.client.notifications.list({})).data.find(({ kind }) => kind === 'import_failed')
  expect(notification?.body).toBe(failed.error)
  await expect(kept.client.imports.undo({ id: failed.id })).rejects.toThrow('nothing to undo')
})

it('accepts a header without rows, with a note', async () => {
  await deliver(kept, september)
  const before = await totals()
  const done = await deliver(kept, smallHeader)
  expect(done).toMatchObject({ status: 'done', reconciliation: { ok: true, rows: { read: 0 } } })
  expect(done.notes.join(' ')).toContain('have a header but no rows')
  expect(await totals()).toEqual(before)
})

it('refuses what cannot be imported, each with its sentence', async () => {
  await expect(kept.client.imports.create({})).rejects.toThrow('Nothing to import. Pass uploads or URLs.')
  await expect(kept.client.imports.create({ urls: ['https://example.com/a.csv'] })).rejects.toThrow('s3://bucket/path')
  const id = await upload(kept, september)
  await expect(kept.client.imports.create({ uploads: [id], urls: ['s3://a/b'] })).rejects.toThrow(
    'cannot be in one import',
  )
  await expect(kept.client.imports.create({ uploads: [id], format: 'xls' })).rejects.toThrow('Unknown format "xls"')
  const failed = await deliver(kept, 'name,color\na,b\n', 'colors.csv')
  expect(failed).toMatchObject({ status: 'failed' })
  expect(failed.error).toContain('colors.csv')
})

it('leaves nothing of an upload that is empty, too large or interrupted', async () => {
  const files = () => readdirSync(kept.server.services.folder.uploads)
  const before = files()
  await expect(upload(kept, '')).rejects.toThrow('is empty')
  await expect(upload(kept, new Uint8Array(1024 * 1024 + 1))).rejects.toThrow('larger than 1 MB')
  const endless = new ReadableStream({
    pull(controller) {
      controller.enqueue(new Uint8Array(64 * 1024))
    },
  })
  const streamed = await fetch(`${kept.url}/v1/uploads?name=endless`, {
    method: 'POST',
    headers: kept.headers('own'),
    body: endless,
    duplex: 'half',
  } as RequestInit).catch(() => undefined)
  expect(streamed?.status ?? 413).toBe(413)
  const leaving = new AbortController()
  // Two chunks, then nothing: the sender disconnects in the middle.
  async function* chunks() {
    yield new Uint8Array(64 * 1024)
    yield new Uint8Array(64 * 1024)
    leaving.abort()
    await new Promise(() => undefined)
  }
  const request = fetch(`${kept.url}/v1/uploads?name=left`, {
    method: 'POST',
    headers: kept.headers('own'),
    body: ReadableStream.from(chunks()),
    duplex: 'half',
    signal: leaving.signal,
  } as RequestInit)
  await expect(request).rejects.toThrow('aborted')
  await vi.waitFor(() => expect(files()).toEqual(before), { timeout: 60_000 })
})

it('keeps only the base name of an upload, without control characters', async () => {
  const send = (name: string) =>
    fetch(`${kept.url}/v1/uploads?name=${encodeURIComponent(name)}`, {
      method: 'POST',
      headers: kept.headers('own'),
      body: september,
    })
  const answer = await send('../../etc/\u202epass\u0007wd.csv')
  expect(((await answer.json()) as { data: { name: string } }).data.name).toBe('passwd.csv')
  expect((await send('pass\u0000wd.csv')).status).toBe(400)
})

it('cancels a waiting import, and not a finished one', async () => {
  const waiting = await kept.world.database.scoped(kept.world.scope, (tx) =>
    createImport(tx, kept.world.scope, { inputs: [], sources: [{ name: 'later.csv', bytes: 1 }] }),
  )
  const { data } = await kept.client.imports.cancel({ id: waiting.id })
  expect(data).toMatchObject({ status: 'failed', error: 'Canceled before it finished; nothing was imported.' })
  await expect(kept.client.imports.cancel({ id: waiting.id })).rejects.toMatchObject({ code: 'conflict', status: 409 })
})

it('pages through imports, newest first, and lists the formats it reads', async () => {
  const newest = await deliver(kept, september)
  const first = await kept.client.imports.list({ page_size: 1 })
  expect(first.data.map(({ id }) => id)).toEqual([newest.id])
  expect(first.meta).toMatchObject({ page: 1, page_size: 1 })
  const all = await kept.client.imports.list({ page_size: 200 })
  expect(all.data).toHaveLength(first.meta.total)
  const { data: formats } = await kept.client.imports.formats({})
  expect(formats).toContainEqual({ id: 'focus-1.4', label: 'FOCUS 1.4', dataset: 'cost_and_usage' })
})
