/** Evaluates an organization: reads facts from the current loads, runs the rules, saves the result. */
import {
  type FactName,
  type Facts,
  type FactWindow,
  factNames,
  type LedgerFactName,
  ledgerFactNames,
  type ResourceUse,
  type UnbilledResource,
} from '@kept/domain/facts.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { withListedCommitments } from '@kept/engine/prices/commitment-usage.ts'
import { usageFromInventory } from '@kept/engine/prices/inventory-usage.ts'
import { allRules } from '@kept/engine/rules/all.ts'
import type { Rule } from '@kept/engine/rules/define-rule.ts'
import { runRules } from '@kept/engine/rules/run-rules.ts'
import { addDays } from '@kept/foundation/calendar/day.ts'
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import { isOneOf } from '@kept/foundation/narrow.ts'
import type { Database } from '@kept/store/database/connect.ts'
import { readFacts } from '@kept/store/ledger/facts/read-facts.ts'
import { currentLoadIds } from '@kept/store/loads/current.ts'
import { readListPrices } from '@kept/store/prices/list-prices.ts'
import { readDecisions } from '@kept/store/recommendations/decisions.ts'
import { type SavedEvaluation, saveEvaluation } from '@kept/store/recommendations/save-evaluation.ts'
import { readKnownFacts } from '@kept/store/resources/known-facts.ts'
import { readCommitments, readUnbilled } from '@kept/store/resources/unbilled.ts'
import type { Warehouse } from '@kept/store/warehouse/client.ts'
import type { Services } from '../platform/context.ts'
import { newRecommendationsNotification, regressionNotification } from './notification-text.ts'
import { withPriceSource } from './price-source.ts'

export interface EvaluateDeps {
  database: Database
  warehouse: Warehouse
  now(): Date
  rules?: readonly Rule[]
}

export function evaluateDeps({ state, now }: Pick<Services, 'state' | 'now'>): EvaluateDeps {
  return { database: state.database, warehouse: state.warehouse, now }
}

/**
 * Loads and decisions that change during an evaluation restart it, up to this many times. Each decision queues an
 * evaluation of its own, so that the last attempt may be from before a decision.
 */
const maxAttempts = 5

/** Monthly amounts are of 30 days. */
const estimatedDays = 30

/** Idempotent: the same bill gives the same recommendations. */
export async function evaluateOrganization(
  { database, warehouse, now, rules = allRules }: EvaluateDeps,
  scope: Scope,
  signal?: AbortSignal,
): Promise<SavedEvaluation> {
  for (let attempt = 1; ; attempt += 1) {
    // Before anything is read: what changes meanwhile was not evaluated.
    const evaluatedAt = now()
    const loadIds = await currentLoadIds(database, scope)
    const names = neededBy(rules)
    const ofBill = names.filter((name): name is LedgerFactName => isOneOf(ledgerFactNames, name))
    const read = await readFacts(warehouse, scope, { loadIds, names: ofBill, ...(signal && { signal }) })
    signal?.throwIfAborted()
    const [unbilled, commitments] = [await readUnbilled(database, scope), await readCommitments(database, scope)]
    const window = read?.window ?? (unbilled.length > 0 ? lastDays(now()) : undefined)
    const listPrices = await readListPrices(database, scope)
    const request = window && { loadIds, names, window, listPrices, signal }
    const facts = request && (await readKnownFacts({ database, warehouse }, scope, request))
    const estimated = window
      ? usageFromInventory(unbilled, { unit: facts?.unit_price ?? [], listed: listPrices }, window)
      : []
    const origins = { unbilled, estimated, billed: read?.facts.resource_usage ?? [] }
    // Without a bill and an inventory there are no recommendations, and earlier ones end.
    const decisions = await readDecisions(database, scope, evaluatedAt)
    const evaluation = window
      ? runRules(rules, {
          window,
          facts: withInventory({ ...read?.facts, ...facts }, { estimated, commitments }, window),
          decisions,
        })
      : { recommendations: [], outcomes: [] }
    const saved = await saveEvaluation(database, scope, {
      loadIds,
      decisions: attempt < maxAttempts ? decisions : undefined,
      outcomes: evaluation.outcomes,
      recommendations: evaluation.recommendations.map((draft) => withPriceSource(draft, origins)),
      evaluatedAt,
      notifyNew: newRecommendationsNotification,
      notifyRegressed: regressionNotification,
    })
    if (saved) return saved
    if (attempt === maxAttempts) throw new Error(`the loads changed ${attempt} times while the rules ran`)
  }
}

/** The days that a bill of today would cover. */
function lastDays(now: Date): FactWindow {
  const to = utcDay(now)
  return { from: addDays(to, -estimatedDays), to, days: estimatedDays, daysWithCharges: estimatedDays }
}

/** Adds what the inventory costs at list prices, where a provider is on no bill, and commitments that no bill has. */
function withInventory(
  facts: Partial<Facts>,
  { estimated, commitments }: { estimated: readonly ResourceUse[]; commitments: readonly UnbilledResource[] },
  window: FactWindow,
): Partial<Facts> {
  return {
    ...facts,
    ...(estimated.length > 0 && { resource_usage: [...(facts.resource_usage ?? []), ...estimated] }),
    ...(commitments.length > 0 && {
      commitment_usage: withListedCommitments(facts.commitment_usage ?? [], commitments, window),
    }),
  }
}

function neededBy(rules: readonly Rule[]): FactName[] {
  const needed = new Set(rules.flatMap((rule) => rule.needs))
  return factNames.filter((name) => needed.has(name))
}
