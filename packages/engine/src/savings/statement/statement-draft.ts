/** What a statement is made from: everything in it that is not worked out. */
import type { UnsignedStatement } from '@kept/domain/statement.ts'
import { noSubstitution } from '@kept/domain/substitution.ts'
import { toHour } from '@kept/foundation/calendar/hour.ts'
import { canonicalJson } from '@kept/foundation/json/canonical-json.ts'
import type { MonthSetup, Sha256 } from '../month/setup.ts'

type WorkedOut = 'entries' | 'head' | 'held' | 'gaps' | 'net' | 'carried_after' | 'billable' | 'commission'
export type StatementDraft = Omit<UnsignedStatement, WorkedOut>

/** The settings, the same for issuing a statement and for verifying it. */
export function setupOf(draft: StatementDraft, sha256: Sha256): MonthSetup {
  return {
    month: draft.period,
    currency: draft.currency,
    actions: draft.actions,
    baselines: new Map(draft.baselines.map((baseline) => [sha256(canonicalJson(baseline)), baseline])),
    commitmentBaselines: draft.commitment_baselines,
    priceNotices: draft.price_notices.map(({ sku, hour, price }) => ({ sku, hour: toHour(hour), price })),
    demand: new Map(draft.demand.map(({ action, from, values }) => [action, hourly(toHour(from), values)])),
    reversed: new Set(draft.earlier.flatMap(({ kind, action }) => (kind === 'reversal' ? [action] : []))),
    substitution: draft.substitution ?? noSubstitution,
    config: draft.config,
    sha256,
  }
}

function hourly(from: number, values: readonly (string | null)[]): Map<number, string> {
  return new Map(values.flatMap((value, index) => (value === null ? [] : [[from + index, value] as const])))
}
