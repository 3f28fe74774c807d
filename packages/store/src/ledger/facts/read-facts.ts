/** Reads the facts for the engine's rules: one warehouse query per fact, all over one window. */
import type { FactWindow, LedgerFactName, LedgerFacts } from '@kept/domain/facts.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Warehouse } from '../../warehouse/client.ts'
import type { Span } from '../span.ts'
import { commitmentUse } from './commitment-use.ts'
import type { FactQuery } from './fact-query.ts'
import { meterDay } from './meter-day.ts'
import { onDemandHour } from './on-demand-hour.ts'
import { resourceUse } from './resource-use.ts'
import { resourceWeek } from './resource-week.ts'
import { serviceDay } from './service-day.ts'
import { tagUse } from './tag-use.ts'
import { defaultFactSpan, describeFactWindow, withHistory } from './window.ts'

const queries: { [Name in LedgerFactName]: FactQuery<Name> } = {
  resource_usage: resourceUse,
  commitment_usage: commitmentUse,
  service_day: serviceDay,
  resource_week: resourceWeek,
  meter_day: meterDay,
  tag_usage: tagUse,
  on_demand_hour: onDemandHour,
}

interface FactsRequest {
  /** Must be rolled up: some facts are read from the roll-ups. */
  loadIds: readonly string[]
  names: readonly LedgerFactName[]
  /** Default: the last 30 complete days, or the month when the lines are of one month. */
  window?: Span
  signal?: AbortSignal
}

interface FactsRead {
  window: FactWindow
  facts: Partial<LedgerFacts>
}

/** Undefined when there is no usage. */
export async function readFacts(
  warehouse: Warehouse,
  scope: Scope,
  { loadIds, names, window, signal }: FactsRequest,
): Promise<FactsRead | undefined> {
  if (loadIds.length === 0) return undefined
  const span = window ?? (await defaultFactSpan(warehouse, scope, loadIds))
  if (!span) return undefined
  const facts: Partial<LedgerFacts> = {}
  // Sequential: each query is heavy, and dashboards may be querying at the same time.
  for (const name of new Set(names)) await readFact(name)
  return { window: await describeFactWindow(warehouse, scope, loadIds, span), facts }

  async function readFact<Name extends LedgerFactName>(name: Name): Promise<void> {
    const { sql, finish }: FactQuery<Name> = queries[name]
    const parameters = { load_ids: loadIds, ...withHistory(span as Span) }
    const rows = await warehouse.query<LedgerFacts[Name][number] & Record<string, unknown>>(scope, sql, parameters, {
      signal,
    })
    facts[name] = shared(finish ? rows.map(finish) : rows) as LedgerFacts[Name]
  }
}

/** A hundred thousand rows repeat the same few strings: each is stored once. */
function shared<Row extends object>(rows: Row[]): Row[] {
  const interned = new Map<string, string>()
  for (const row of rows) {
    const fields = row as Record<string, unknown>
    for (const [name, value] of Object.entries(fields)) {
      if (typeof value !== 'string' || value.length > 60) continue
      const internedValue = interned.get(value)
      if (internedValue === undefined) interned.set(value, value)
      else fields[name] = internedValue
    }
  }
  return rows
}
