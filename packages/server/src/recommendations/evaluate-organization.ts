/** Evaluates an organization: reads facts from the current loads, runs the rules, saves the result. */
import { type FactName, factNames, type LedgerFactName, ledgerFactNames } from '@kept/domain/facts.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { allRules } from '@kept/engine/rules/all.ts'
import type { Rule } from '@kept/engine/rules/define-rule.ts'
import { runRules } from '@kept/engine/rules/run-rules.ts'
import type { Database } from '@kept/store/database/connect.ts'
import { readFacts } from '@kept/store/ledger/facts/read-facts.ts'
import { currentLoadIds } from '@kept/store/loads/current.ts'
import { readDecisions } from '@kept/store/recommendations/decisions.ts'
import { type SavedEvaluation, saveEvaluation } from '@kept/store/recommendations/save-evaluation.ts'
import { readKnownFacts } from '@kept/store/resources/known-facts.ts'
import type { Warehouse } from '@kept/store/warehouse/client.ts'
import type { Services } from '../platform/context.ts'
import { newRecommendationsNotification, regressionNotification } from './notification-text.ts'

export interface EvaluateDeps {
  database: Database
  warehouse: Warehouse
  now(): Date
  rules?: readonly Rule[]
}

export function evaluateDeps({ state, now }: Pick<Services, 'state' | 'now'>): EvaluateDeps {
  return { database: state.database, warehouse: state.warehouse, now }
}

/** Loads that change during an evaluation restart it, up to this many times. */
const maxAttempts = 5

/** Idempotent: the same bill gives the same recommendations. */
export async function evaluateOrganization(
  { database, warehouse, now, rules = allRules }: EvaluateDeps,
  scope: Scope,
  signal?: AbortSignal,
): Promise<SavedEvaluation> {
  for (let attempt = 1; ; attempt += 1) {
    const loadIds = await currentLoadIds(database, scope)
    const names = neededBy(rules)
    const ofBill = names.filter((name): name is LedgerFactName => (ledgerFactNames as readonly string[]).includes(name))
    const read = await readFacts(warehouse, scope, { loadIds, names: ofBill, ...(signal && { signal }) })
    signal?.throwIfAborted()
    const facts =
      read && (await readKnownFacts({ database, warehouse }, scope, { loadIds, names, window: read.window, signal }))
    // Without a bill there are no recommendations, and earlier ones end.
    const evaluation = read
      ? runRules(rules, {
          window: read.window,
          facts: { ...read.facts, ...facts },
          decisions: await readDecisions(database, scope, now()),
        })
      : { recommendations: [], outcomes: [] }
    const saved = await saveEvaluation(database, scope, {
      loadIds,
      ...evaluation,
      evaluatedAt: now(),
      notifyNew: newRecommendationsNotification,
      notifyRegressed: regressionNotification,
    })
    if (saved) return saved
    if (attempt === maxAttempts) throw new Error(`the loads changed ${attempt} times while the rules ran`)
  }
}

function neededBy(rules: readonly Rule[]): FactName[] {
  const needed = new Set(rules.flatMap((rule) => rule.needs))
  return factNames.filter((name) => needed.has(name))
}
