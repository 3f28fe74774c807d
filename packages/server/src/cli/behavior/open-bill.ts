/** Reads and reconciles a bill in a temporary warehouse. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formats } from '@kept/connectors/all.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { openBills } from '@kept/store/reading/open-bills.ts'
import type { Warehouse } from '@kept/store/warehouse/client.ts'
import { openEmbeddedWarehouse } from '@kept/store/warehouse/open-embedded.ts'
import { proveDelivery } from '../../imports/prove-delivery.ts'
import { readDelivery } from '../../imports/read-delivery.ts'
import { trackReading } from '../analyze/track-reading.ts'

/** The only organization of the temporary warehouse. */
const scope = { organizationId: '00000000-0000-4000-8000-000000000000' }
const attempt = { key: 'behavior' }
const memoryBytes = 1536 * 1024 * 1024

export interface OpenBill {
  warehouse: Warehouse
  scope: Scope
  loadIds: string[]
  notes: string[]
}

export interface BillRequest {
  paths: string[]
  /** Detected from the content when undefined. */
  format: string | undefined
  currency: string | undefined
  signal: AbortSignal
  onProgress: Parameters<typeof trackReading>[1]
}

export async function withBill<Answer>(
  { paths, format, currency, signal, onProgress }: BillRequest,
  use: (bill: OpenBill) => Promise<Answer>,
): Promise<Answer> {
  const scratch = await mkdtemp(join(tmpdir(), 'kept-behavior-'))
  const { warehouse, engine } = await openEmbeddedWarehouse({
    folder: join(scratch, 'warehouse'),
    logFolder: scratch,
    memoryBytes,
  })
  const progress = trackReading(warehouse, onProgress, signal)
  try {
    const inputs = paths.map((path) =>
      /^[a-z][a-z0-9+]*:\/\//i.test(path) ? ({ kind: 'url', url: path } as const) : ({ kind: 'file', path } as const),
    )
    const { bills, notes } = await openBills(warehouse, inputs, formats, {
      scope,
      format,
      currency,
      environment: process.env,
      signal,
    })
    progress.expect(bills.reduce((total, { source }) => total + (source.bytes ?? 0), 0))
    const delivery = await readDelivery({ warehouse }, scope, attempt, bills, progress)
    await progress.stop()
    const { loads } = await proveDelivery({ warehouse }, scope, attempt.key, delivery)
    const loadIds = loads.filter(({ dataset }) => dataset === 'cost_and_usage').map(({ id }) => id)
    return await use({ warehouse, scope, loadIds, notes })
  } finally {
    await progress.stop()
    await warehouse.close()
    await engine.stop()
    await rm(scratch, { recursive: true, force: true })
  }
}
