/** From an organisation's current loads to its findings: read the facts, run the rules, keep what they say. */
import { type FactName, factNames, type LedgerFactName, ledgerFactNames } from '@kept/domain/facts.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { allRules } from '@kept/engine/rules/all.ts'
import type { Rule } from '@kept/engine/rules/define-rule.ts'
import { runRules } from '@kept/engine/rules/run-rules.ts'
import type { Database } from '@kept/store/database/connect.ts'
import { readDecisions } from '@kept/store/findings/decisions.ts'
import { type SavedVerdict, saveVerdict } from '@kept/store/findings/save-verdict.ts'
import { readFacts } from '@kept/store/ledger/facts/read-facts.ts'
import { currentLoadIds } from '@kept/store/loads/current.ts'
import { readKnownFacts } from '@kept/store/resources/known-facts.ts'
import type { Warehouse } from '@kept/store/warehouse/client.ts'
import { freshFindingsNotification, regressionNotification } from './words.ts'

export interface JudgeDoors {
  database: Database
  warehouse: Warehouse
  now(): Date
  rules?: readonly Rule[]
}

/** Deliveries that end while the rules run make them start again; this often in a row is a bill that never rests. */
const mostAttempts = 5

/** May be called at any time and any number of times: the same bill gives the same findings. */
export async function judgeOrganization(
  { database, warehouse, now, rules = allRules }: JudgeDoors,
  scope: Scope,
  signal?: AbortSignal,
): Promise<SavedVerdict> {
  for (let attempt = 1; ; attempt += 1) {
    const loadIds = await currentLoadIds(database, scope)
    const names = neededBy(rules)
    const ofBill = names.filter((name): name is LedgerFactName => (ledgerFactNames as readonly string[]).includes(name))
    const read = await readFacts(warehouse, scope, { loadIds, names: ofBill, ...(signal && { signal }) })
    signal?.throwIfAborted()
    const known =
      read && (await readKnownFacts({ database, warehouse }, scope, { loadIds, names, window: read.window, signal }))
    // Without a bill there is nothing to say, and what was said of a former one is gone.
    const verdict = read
      ? runRules(rules, {
          window: read.window,
          facts: { ...read.facts, ...known },
          decisions: await readDecisions(database, scope, now()),
        })
      : { findings: [], outcomes: [] }
    const saved = await saveVerdict(database, scope, {
      loadIds,
      ...verdict,
      judgedAt: now(),
      tell: freshFindingsNotification,
      tellRegressed: regressionNotification,
    })
    if (saved) return saved
    if (attempt === mostAttempts) throw new Error(`the loads changed ${attempt} times while the rules ran`)
  }
}

function neededBy(rules: readonly Rule[]): FactName[] {
  const needed = new Set(rules.flatMap((rule) => rule.needs))
  return factNames.filter((name) => needed.has(name))
}
