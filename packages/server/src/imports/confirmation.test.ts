/** An import that would lose part of a good month waits for confirmation; the good month stays current. */
import type { Import } from '@kept/domain/ingest.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openKept, type TestKept } from '../testing.ts'
import { sweep } from './sweep-job.ts'
import { deliver, finished, upload } from './testing/deliver.ts'
import { type SmallLine, smallBill, smallHeader } from './testing/small-bill.ts'
import { visibleTotals } from './testing/totals.ts'

let kept: TestKept
beforeAll(async () => {
  kept = await openKept()
})
afterAll(() => kept.close())

let account = 0
beforeEach(() => {
  account += 1
})

/** 30 days of four rows in USD, and a row in EUR on the first ten days. */
function fullMonth(days = 30): SmallLine[] {
  return Array.from({ length: days }, (_, index) => [
    ...[1, 2, 3, 4].map((): SmallLine => ({ account: `a${account}`, day: index + 1, billed: '2' })),
    ...(index < 10 ? [{ account: `a${account}`, day: index + 1, billed: '1', currency: 'EUR' }] : []),
  ]).flat()
}

/** The same rows, of which only every twentieth can be read, and those in EUR not at all. */
const damaged = () =>
  smallHeader +
  fullMonth()
    .filter(({ currency }) => currency !== 'EUR')
    .map((line, index) => {
      const row = smallBill([line]).slice(smallHeader.length)
      return index % 20 === 0 ? row : row.replace('2,2,2,2', '#N/A,2,2,2')
    })
    .join('')

const total = async () => (await visibleTotals(kept.world, kept.world.scope))[`a${account} 2024-09 USD`]
const kinds = ({ losses }: Import) => losses.map(({ kind }) => kind)

describe('a damaged import of a good month', () => {
  it('waits, lists what would be lost, and leaves the month unchanged', async () => {
    await deliver(kept, smallBill(fullMonth()), 'good.csv')
    expect(await total()).toBe('120 lines, 240')
    const waiting = await deliver(kept, damaged(), 'damaged.csv')
    expect(waiting).toMatchObject({
      status: 'needs_confirmation',
      finished_at: null,
      reconciliation: { rows: { read: 120, stored: 6, rejected: 114 } },
    })
    expect(kinds(waiting)).toEqual(['unreadable_rows', 'rows', 'days', 'currency', 'amount'])
    expect(waiting.losses[0]?.summary).toBe('114 of 120 rows (95%) could not be read.')
    expect(waiting.losses.at(-1)).toEqual({
      kind: 'amount',
      billing_period: '2024-09-01',
      account: `AWS a${account}`,
      summary: 'Charges of $12.00 instead of $240.00.',
    })
    expect(await total()).toBe('120 lines, 240')
    const { data: notifications } = await kept.client.notifications.list({})
    expect(notifications[0]).toMatchObject({ kind: 'import_failed', title: 'damaged.csv needs confirmation' })

    // Neither the sweep nor the cleanup of orphans removes it, and its rows stay.
    const { state, folder } = kept.server.services
    await sweep({
      ...{ database: state.database, warehouse: state.warehouse, uploads: folder.uploads, replacedRetentionDays: 30 },
      pendingImports: async () => new Set(),
      now: () => new Date(),
      logInfo: () => undefined,
    })
    expect((await kept.client.imports.get({ id: waiting.id })).data.status).toBe('needs_confirmation')

    await kept.client.imports.confirm({ id: waiting.id })
    const done = await finished(kept.client, waiting.id)
    expect(done).toMatchObject({ status: 'done', losses: waiting.losses, expires_at: null })
    expect(await total()).toBe('6 lines, 12')
    // Repeated, it changes nothing; undone, the good month is current again.
    expect((await kept.client.imports.confirm({ id: waiting.id })).data.status).toBe('done')
    await expect(kept.client.imports.discard({ id: waiting.id })).rejects.toThrow('does not wait')
    await kept.client.imports.undo({ id: waiting.id })
    expect(await total()).toBe('120 lines, 240')
  })

  it('is discarded permanently, idempotently', async () => {
    await deliver(kept, smallBill(fullMonth()))
    const { id } = await deliver(kept, damaged())
    await expect(kept.client.imports.cancel({ id })).rejects.toThrow('confirm or discard')
    await expect(kept.client.imports.undo({ id })).rejects.toThrow('never published')
    const { data } = await kept.client.imports.discard({ id })
    expect(data).toMatchObject({ status: 'discarded', error: 'Discarded; nothing was changed.' })
    expect((await kept.client.imports.discard({ id })).data).toEqual(data)
    await expect(kept.client.imports.confirm({ id })).rejects.toThrow('does not wait')
    expect(await total()).toBe('120 lines, 240')
  })

  it('is published at once on request, and still lists what it lacks', async () => {
    await deliver(kept, smallBill(fullMonth()))
    const uploads = [await upload(kept, damaged())]
    const { data } = await kept.client.imports.create({ uploads, accept_smaller: true })
    const done = await finished(kept.client, data.id)
    expect([done.status, kinds(done).includes('amount')]).toEqual(['done', true])
    expect(await total()).toBe('6 lines, 12')
  })

  it('is visible to its organization only, and records who decided', async () => {
    await deliver(kept, smallBill(fullMonth()))
    const { id } = await deliver(kept, damaged(), 'record.csv')
    await expect(kept.otherClient.imports.confirm({ id })).rejects.toThrow('Import not found.')
    await expect(kept.otherClient.imports.discard({ id })).rejects.toThrow('Import not found.')
    await kept.client.imports.confirm({ id })
    const events = await kept.world.database.scoped(kept.world.scope, (tx) =>
      tx.selectFrom('audit_event').select(['action', 'summary']).where('resource_id', '=', id).orderBy('seq').execute(),
    )
    expect(events).toEqual([
      { action: 'import.started', summary: 'Created an import.' },
      { action: 'import.confirmed', summary: expect.stringMatching(/^Imported record\.csv .*could not be read/) },
    ])
  })

  it('must be reviewed again when the month has changed since', async () => {
    await deliver(kept, smallBill(fullMonth()))
    const { id } = await deliver(kept, damaged())
    await deliver(kept, smallBill([...fullMonth(), { account: `a${account}`, day: 30, billed: '5' }]))
    await expect(kept.client.imports.confirm({ id })).rejects.toThrow('look again at what would be lost')
    const { data } = await kept.client.imports.get({ id })
    expect(data.losses.at(-1)?.summary).toBe('Charges of $12.00 instead of $245.00.')
    await kept.client.imports.confirm({ id })
    expect(await total()).toBe('6 lines, 12')
  })

  it('is discarded with a notification when it is not confirmed in time', async () => {
    await deliver(kept, smallBill(fullMonth()))
    const { id, expires_at } = await deliver(kept, damaged(), 'late.csv')
    const { state, folder } = kept.server.services
    await sweep({
      ...{ database: state.database, warehouse: state.warehouse, uploads: folder.uploads, replacedRetentionDays: 3650 },
      pendingImports: async () => new Set(),
      now: () => new Date(expires_at ?? 0),
      logInfo: () => undefined,
    })
    expect((await kept.client.imports.get({ id })).data).toMatchObject({ status: 'discarded' })
    const { data: notifications } = await kept.client.notifications.list({})
    expect(notifications[0]?.title).toBe('late.csv was discarded')
    expect(await total()).toBe('120 lines, 240')
  })
})

describe('an import of part of a month', () => {
  it('waits when it would replace a complete one', async () => {
    await deliver(kept, smallBill(fullMonth()))
    const waiting = await deliver(kept, smallBill(fullMonth(9)))
    expect(waiting.status).toBe('needs_confirmation')
    expect(waiting.losses.find(({ kind }) => kind === 'days')?.summary).toBe(
      'No charges on 21 of 30 days: 2024-09-10 to 2024-09-30.',
    )
  })

  it('grows day after day without confirmation', async () => {
    for (const days of [9, 10, 20, 30]) {
      expect((await deliver(kept, smallBill(fullMonth(days)))).status).toBe('done')
    }
  })

  it('needs no confirmation when the month is restated with credits and corrections', async () => {
    await deliver(kept, smallBill(fullMonth()))
    const credits = fullMonth().map((line) => ({ ...line, billed: '-1.9' }))
    const restated = await deliver(kept, smallBill([...fullMonth(), ...credits]))
    expect([restated.status, restated.losses]).toEqual(['done', []])
  })
})

describe('a first delivery', () => {
  it('waits as well when most rows cannot be read, and never reports success', async () => {
    const waiting = await deliver(kept, damaged())
    expect([waiting.status, kinds(waiting)]).toEqual(['needs_confirmation', ['unreadable_rows']])
    expect(await total()).toBeUndefined()
    await kept.client.imports.confirm({ id: waiting.id })
    await finished(kept.client, waiting.id)
    const { data: notifications } = await kept.client.notifications.list({})
    const done = notifications.find(({ kind }) => kind === 'import_done')
    expect(done?.body).toContain('114 of 120 rows (95%) could not be read')
    expect(done?.body).not.toContain('Every sum agrees')
  })
})
