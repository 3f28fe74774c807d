/**
 * A bill looked at without a server: an engine of its own in a folder that is thrown away, the same reading, the same
 * proof, the same cube and the same rules as the server. No network unless a bucket is named, nothing kept.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formats } from '@kept/connectors/all.ts'
import { genericFormat } from '@kept/connectors/generic/column-mapping.ts'
import { badInput } from '@kept/domain/errors.ts'
import { ledgerFactNames } from '@kept/domain/facts.ts'
import type { ColumnMapping, SetAsideRow } from '@kept/domain/ingest.ts'
import { allRules } from '@kept/engine/rules/all.ts'
import { runRules, type Verdict } from '@kept/engine/rules/run-rules.ts'
import { listSetAside } from '@kept/store/imports/set-aside.ts'
import { readFacts } from '@kept/store/ledger/facts/read-facts.ts'
import { rollUpLoads } from '@kept/store/ledger/roll-up.ts'
import { readContractPrices } from '@kept/store/prices/contract-prices.ts'
import { publicPrices } from '@kept/store/prices/public-prices.ts'
import { type BillInput, openBills } from '@kept/store/reading/open-bills.ts'
import type { Warehouse } from '@kept/store/warehouse/client.ts'
import { openEmbeddedWarehouse } from '@kept/store/warehouse/open-embedded.ts'
import { proveDelivery } from '../../ingest/prove-delivery.ts'
import { readDelivery } from '../../ingest/read-delivery.ts'
import type { Analysis } from './analysis.ts'
import { readSpend, type Spend } from './spend.ts'
import { type ReadingWatch, watchReading } from './watch-reading.ts'

/** The only organisation of an engine that lives for one command. */
const scope = { organizationId: '00000000-0000-4000-8000-000000000000' }
const attempt = { key: 'analysis' }
/** Leaves room for this process and the engine's own code below one and a half gigabytes. */
const memoryBytes = 2048 * 1024 * 1024

export interface AnalyseRequest {
  inputs: BillInput[]
  format?: string
  mapping?: ColumnMapping | undefined
  currency?: string
  environment: Record<string, string | undefined>
  signal: AbortSignal
  onProgress: Parameters<typeof watchReading>[1]
  /** Told what was recognised before anything is read. */
  onOpened(notes: string[]): void
}

export async function analyseBills(request: AnalyseRequest): Promise<Analysis> {
  const started = performance.now()
  const scratch = await mkdtemp(join(tmpdir(), 'kept-analyse-'))
  const { warehouse, engine } = await openEmbeddedWarehouse({
    folder: join(scratch, 'warehouse'),
    logFolder: scratch,
    memoryBytes,
  })
  const watch = watchReading(warehouse, request.onProgress, request.signal)
  try {
    const analysis = await analyse(warehouse, request, watch)
    return { ...analysis, elapsedMs: Math.round(performance.now() - started) }
  } finally {
    await watch.stop()
    await warehouse.close()
    await engine.stop()
    await rm(scratch, { recursive: true, force: true })
  }
}

async function analyse(
  warehouse: Warehouse,
  { inputs, format, mapping, currency, environment, onOpened, signal }: AnalyseRequest,
  watch: ReadingWatch,
): Promise<Omit<Analysis, 'elapsedMs'>> {
  const described = mapping && genericFormat(mapping)
  const { bills, notes } = await openBills(warehouse, inputs, described ? [described, ...formats] : formats, {
    scope,
    format: described?.id ?? format,
    currency,
    environment,
    signal,
  })
  onOpened(bills.map(({ source, format: found, because }) => `${source.name}: ${found.label}, ${because}`))
  watch.expect(bills.reduce((total, { source }) => total + (source.bytes ?? 0), 0))
  const delivery = await readDelivery({ warehouse }, scope, attempt, bills, watch)
  await watch.stop()

  const { loads, reconciliation } = await proveDelivery({ warehouse }, scope, attempt.key, delivery)
  const loadIds = loads.filter(({ dataset }) => dataset === 'cost_and_usage').map(({ id }) => id)
  await rollUpLoads(warehouse, scope, loadIds, signal)
  const spend = await readSpend(warehouse, scope, loadIds, signal)
  return {
    formats: [...new Set(bills.map((bill) => bill.format.id))],
    formatLabels: [...new Set(bills.map((bill) => bill.format.label))],
    notes,
    rows: reconciliation.rows,
    setAside: await firstSetAside(warehouse, reconciliation.rows.set_aside),
    ...(currency ? inCurrency(spend, currency) : spend),
    verdict: await judge(warehouse, loadIds, currency, signal),
    reconciliation,
  }
}

/** As many as a person reads; the rest is counted, and downloadable after an import. */
async function firstSetAside(warehouse: Warehouse, count: number): Promise<SetAsideRow[]> {
  if (count === 0) return []
  return (await listSetAside(warehouse, scope, attempt.key, { page: 1, page_size: 20 })).rows
}

async function judge(
  warehouse: Warehouse,
  loadIds: string[],
  currency: string | undefined,
  signal: AbortSignal,
): Promise<Verdict> {
  const read = await readFacts(warehouse, scope, { loadIds, names: ledgerFactNames, signal })
  if (!read) return { findings: [], outcomes: [] }
  // Nothing but the bill is asked here; prices stand in it, and in public lists.
  const unit_price = [...(await readContractPrices(warehouse, scope, loadIds, read.window)), ...publicPrices()]
  const verdict = runRules(allRules, { ...read, facts: { ...read.facts, unit_price } })
  if (!currency) return verdict
  return { ...verdict, findings: verdict.findings.filter((finding) => finding.currency === currency) }
}

/** `--currency` narrows what is shown; a currency the bill does not have is a mistake worth naming. */
function inCurrency(spend: Spend, currency: string): Spend {
  const known = [...new Set(spend.periods.map((period) => period.currency))]
  if (known.length > 0 && !known.includes(currency)) {
    throw badInput(`The bill has no amounts in ${currency}; it has ${known.join(', ')}.`)
  }
  return {
    periods: spend.periods.filter((period) => period.currency === currency),
    services: spend.services.filter((service) => service.currency === currency),
    movers: spend.movers.filter((mover) => mover.currency === currency),
  }
}
