/**
 * Analyzes a bill without a server, in an embedded warehouse in a temporary folder. It uses the same reader, reconciliation,
 * cube and rules as the server. It needs no network unless a bucket is named and stores nothing.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formats } from '@kept/connectors/all.ts'
import { genericFormat } from '@kept/connectors/generic/column-mapping.ts'
import { badInput } from '@kept/domain/errors.ts'
import { ledgerFactNames } from '@kept/domain/facts.ts'
import type { ColumnMapping, RejectedRow } from '@kept/domain/ingest.ts'
import { allRules } from '@kept/engine/rules/all.ts'
import { type EvaluationResult, runRules } from '@kept/engine/rules/run-rules.ts'
import { listRejectedRows } from '@kept/store/imports/rejected-rows.ts'
import { readFacts } from '@kept/store/ledger/facts/read-facts.ts'
import { rollUpLoads } from '@kept/store/ledger/roll-up.ts'
import { readContractPrices } from '@kept/store/prices/contract-prices.ts'
import { publicPrices } from '@kept/store/prices/public-prices.ts'
import { type BillInput, openBills } from '@kept/store/reading/open-bills.ts'
import type { Warehouse } from '@kept/store/warehouse/client.ts'
import { openEmbeddedWarehouse } from '@kept/store/warehouse/open-embedded.ts'
import { proveDelivery } from '../../imports/prove-delivery.ts'
import { readDelivery } from '../../imports/read-delivery.ts'
import type { Analysis } from './analysis.ts'
import { readSpend, type Spend } from './spend.ts'
import { type ReadingProgress, trackReading } from './track-reading.ts'

/** The only organization of the temporary warehouse. */
const scope = { organizationId: '00000000-0000-4000-8000-000000000000' }
const attempt = { key: 'analysis' }
/** Leaves memory for this process and for the warehouse's own code. */
const memoryBytes = 2048 * 1024 * 1024

interface AnalyzeRequest {
  inputs: BillInput[]
  format?: string
  mapping?: ColumnMapping | undefined
  currency?: string
  environment: Record<string, string | undefined>
  signal: AbortSignal
  onProgress: Parameters<typeof trackReading>[1]
  /** Called with the recognized formats before any row is read. */
  onOpened(notes: string[]): void
}

export async function analyzeBills(request: AnalyzeRequest): Promise<Analysis> {
  const started = performance.now()
  const scratch = await mkdtemp(join(tmpdir(), 'kept-analyze-'))
  const { warehouse, engine } = await openEmbeddedWarehouse({
    folder: join(scratch, 'warehouse'),
    logFolder: scratch,
    memoryBytes,
  })
  const progress = trackReading(warehouse, request.onProgress, request.signal)
  try {
    const analysis = await analyze(warehouse, request, progress)
    return { ...analysis, elapsedMs: Math.round(performance.now() - started) }
  } finally {
    await progress.stop()
    await warehouse.close()
    await engine.stop()
    await rm(scratch, { recursive: true, force: true })
  }
}

async function analyze(
  warehouse: Warehouse,
  { inputs, format, mapping, currency, environment, onOpened, signal }: AnalyzeRequest,
  progress: ReadingProgress,
): Promise<Omit<Analysis, 'elapsedMs'>> {
  const described = mapping && genericFormat(mapping)
  const { bills, notes } = await openBills(warehouse, inputs, described ? [described, ...formats] : formats, {
    scope,
    format: described?.id ?? format,
    currency,
    environment,
    signal,
  })
  onOpened(bills.map(({ source, format: billFormat, reason }) => `${source.name}: ${billFormat.label}, ${reason}`))
  progress.expect(bills.reduce((total, { source }) => total + (source.bytes ?? 0), 0))
  const delivery = await readDelivery({ warehouse }, scope, attempt, bills, progress)
  await progress.stop()

  const { loads, reconciliation } = await proveDelivery({ warehouse }, scope, attempt.key, delivery)
  const loadIds = loads.filter(({ dataset }) => dataset === 'cost_and_usage').map(({ id }) => id)
  await rollUpLoads(warehouse, scope, loadIds, signal)
  const spend = await readSpend(warehouse, scope, loadIds, signal)
  return {
    formats: [...new Set(bills.map((bill) => bill.format.id))],
    formatLabels: [...new Set(bills.map((bill) => bill.format.label))],
    notes,
    rows: reconciliation.rows,
    rejectedRows: await firstRejected(warehouse, reconciliation.rows.rejected),
    ...(currency ? inCurrency(spend, currency) : spend),
    evaluation: await evaluate(warehouse, loadIds, currency, signal),
    reconciliation,
  }
}

/** Reads the first 20; all of them can be downloaded after an import. */
async function firstRejected(warehouse: Warehouse, count: number): Promise<RejectedRow[]> {
  if (count === 0) return []
  return (await listRejectedRows(warehouse, scope, attempt.key, { page: 1, page_size: 20 })).rows
}

async function evaluate(
  warehouse: Warehouse,
  loadIds: string[],
  currency: string | undefined,
  signal: AbortSignal,
): Promise<EvaluationResult> {
  const read = await readFacts(warehouse, scope, { loadIds, names: ledgerFactNames, signal })
  if (!read) return { recommendations: [], outcomes: [] }
  // Without a server, prices come from the bill and from public lists only.
  const unit_price = [...(await readContractPrices(warehouse, scope, loadIds, read.window)), ...publicPrices()]
  const evaluation = runRules(allRules, { ...read, facts: { ...read.facts, unit_price } })
  if (!currency) return evaluation
  return {
    ...evaluation,
    recommendations: evaluation.recommendations.filter((recommendation) => recommendation.currency === currency),
  }
}

/** Filters by `--currency`; throws bad_input when the bill has no amounts in it. */
function inCurrency(spend: Spend, currency: string): Spend {
  const billCurrencies = [...new Set(spend.periods.map((period) => period.currency))]
  if (billCurrencies.length > 0 && !billCurrencies.includes(currency)) {
    throw badInput(`The bill has no amounts in ${currency}. It uses ${billCurrencies.join(', ')}.`)
  }
  return {
    periods: spend.periods.filter((period) => period.currency === currency),
    services: spend.services.filter((service) => service.currency === currency),
    movers: spend.movers.filter((mover) => mover.currency === currency),
  }
}
