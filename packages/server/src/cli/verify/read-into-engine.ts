/** Reads the customer's bills into a temporary warehouse and runs a query on it. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formats } from '@kept/connectors/all.ts'
import { badInput } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { fromHour, type Hour } from '@kept/foundation/calendar/hour.ts'
import { type OpenedBill, openBills } from '@kept/store/reading/open-bills.ts'
import { countUnreadable } from '@kept/store/reading/read-bill.ts'
import type { Warehouse } from '@kept/store/warehouse/client.ts'
import { openEmbeddedWarehouse } from '@kept/store/warehouse/open-embedded.ts'
import { proveDelivery } from '../../imports/prove-delivery.ts'
import { readDelivery } from '../../imports/read-delivery.ts'
import { trackReading } from '../analyze/track-reading.ts'

export interface BillsToRead {
  bills: readonly string[]
  environment: Record<string, string | undefined>
  signal: AbortSignal
  /** The verified period. Unreadable rows outside of it are skipped. */
  span: { from: Hour; to: Hour }
}

/** The imported bills. */
export interface ReadBill {
  warehouse: Warehouse
  scope: Scope
  loadIds: string[]
  rows: number
  /** Number of unreadable rows outside of the span. */
  passedOver: number
}

const scope = { organizationId: '00000000-0000-4000-8000-000000000000' }
const attempt = { key: 'verification' }
const memoryBytes = 1024 ** 3

export async function readIntoEngine<T>(request: BillsToRead, query: (bill: ReadBill) => Promise<T>): Promise<T> {
  const scratch = await mkdtemp(join(tmpdir(), 'kept-verify-'))
  const { warehouse, engine } = await openEmbeddedWarehouse({
    folder: join(scratch, 'warehouse'),
    logFolder: scratch,
    memoryBytes,
  })
  try {
    return await query(await read(warehouse, request))
  } finally {
    await warehouse.close()
    await engine.stop()
    await rm(scratch, { recursive: true, force: true })
  }
}

async function read(warehouse: Warehouse, { bills: paths, environment, signal, span }: BillsToRead): Promise<ReadBill> {
  const progress = trackReading(warehouse, () => {}, signal)
  try {
    const inputs = paths.map((path) => ({ kind: 'file' as const, path }))
    const { bills } = await openBills(warehouse, inputs, formats, { scope, environment, signal })
    const delivery = await readDelivery({ warehouse }, scope, attempt, bills, progress)
    const { loads, reconciliation } = await proveDelivery({ warehouse }, scope, attempt.key, delivery)
    const { stored, rejected } = reconciliation.rows
    if (stored === 0) throw badInput('No row of the bill could be read, so nothing can be verified.')
    // Amounts depend only on rows within the span, so only unreadable rows there are an error.
    const within = rejected > 0 ? await unreadableWithin(warehouse, bills, span, signal) : 0
    if (within > 0) {
      throw badInput(
        `${within} ${within === 1 ? 'row' : 'rows'} of ${fromHour(span.from).slice(0, 10)} to ${fromHour(span.to - 1).slice(0, 10)} could not be read, so nothing can be verified with this bill.`,
      )
    }
    const loadIds = loads.filter(({ dataset }) => dataset === 'cost_and_usage').map(({ id }) => id)
    return { warehouse, scope, loadIds, rows: stored, passedOver: rejected }
  } finally {
    await progress.stop()
  }
}

async function unreadableWithin(
  warehouse: Warehouse,
  bills: readonly OpenedBill[],
  { from, to }: BillsToRead['span'],
  signal: AbortSignal,
): Promise<number> {
  let rows = 0
  for (const { source, columns, format } of bills) {
    if (format.dataset !== 'cost_and_usage') continue
    const request = { scope, importId: attempt.key, source, columns, mapping: format.mapping, signal }
    rows += await countUnreadable(warehouse, request, { from: dateOf(from), to: dateOf(to) })
  }
  return rows
}

const dateOf = (hour: Hour) => new Date(fromHour(hour))
