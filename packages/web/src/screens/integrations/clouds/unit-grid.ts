/** Units as a grid: one row for each account, one column for each region; a cell shows its worst state. */
import type { SyncState, SyncUnit } from '@kept/domain/sync/unit.ts'

interface GridCell {
  region: string
  state: SyncState
  units: readonly SyncUnit[]
}

interface GridRow {
  accountId: string
  accountName: string
  cells: GridCell[]
}

/** Worst first. */
const severity: readonly SyncState[] = [
  'denied',
  'partial',
  'throttled',
  'running',
  'checking',
  'new',
  'ready',
  'complete',
  'not_enabled',
  'disabled',
]

export function gridOf(units: readonly SyncUnit[]): { regions: string[]; rows: GridRow[] } {
  const regions = [...new Set(units.map(({ region }) => region))].sort()
  const byAccount = new Map<string, SyncUnit[]>()
  for (const unit of units) {
    const existing = byAccount.get(unit.account_id)
    if (existing) existing.push(unit)
    else byAccount.set(unit.account_id, [unit])
  }
  const rows = [...byAccount].map(([accountId, ofAccount]): GridRow => {
    const cells = regions.flatMap((region): GridCell[] => {
      const ofRegion = ofAccount.filter((unit) => unit.region === region)
      return ofRegion.length === 0 ? [] : [{ region, state: worstState(ofRegion), units: ofRegion }]
    })
    return { accountId, accountName: ofAccount[0]?.account_name ?? '', cells }
  })
  const rank = ({ cells }: GridRow) => Math.min(...cells.map(({ state }) => severity.indexOf(state)))
  return { regions, rows: rows.sort((a, b) => rank(a) - rank(b) || a.accountId.localeCompare(b.accountId)) }
}

function worstState(units: readonly SyncUnit[]): SyncState {
  return units.reduce<SyncState>(
    (worst, { state }) => (severity.indexOf(state) < severity.indexOf(worst) ? state : worst),
    'disabled',
  )
}

/** The states that occur, worst first. */
export function statesIn(units: readonly Pick<SyncUnit, 'state'>[]): SyncState[] {
  return severity.filter((state) => units.some((unit) => unit.state === state))
}

/** Units of one account that need a person for the same reason. */
export interface UnitProblem {
  account: string
  reason: string
  missingAction: string
  units: readonly SyncUnit[]
}

/** A role that is missing stops every dataset of its account: one problem, and not one for each unit. */
export function problemsOf(units: readonly SyncUnit[]): UnitProblem[] {
  const stopped = units.filter(({ state }) => state === 'denied' || state === 'partial' || state === 'throttled')
  const byReason = Map.groupBy(stopped, (unit) => JSON.stringify([unit.account_id, unit.reason, unit.missing_action]))
  return [...byReason.values()].flatMap((group): UnitProblem[] => {
    const [first] = group
    if (!first) return []
    const { account_id, account_name, reason, missing_action } = first
    return [{ account: account_name || account_id, reason, missingAction: missing_action, units: group }]
  })
}
