/** For tests: an organization's ledger that closes months with made-up savings, into statements like the product's. */
import type { SavingsAction } from '@kept/domain/action.ts'
import type { CommissionRule } from '@kept/domain/commission.ts'
import { ruleOfTerms } from '@kept/domain/commission-terms.ts'
import { defaultTerms } from '@kept/domain/default-terms.ts'
import type { LedgerEntry } from '@kept/domain/saving.ts'
import { savingsConfigSchema } from '@kept/domain/savings-config.ts'
import type { Statement } from '@kept/domain/statement.ts'
import { sha256 } from '@kept/foundation/hash/sha256.ts'
import { canonicalJson } from '@kept/foundation/json/canonical-json.ts'
import type { CalculatedMonth } from '../savings/month/calculate-month.ts'
import { completeStatement } from '../savings/statement/complete-statement.ts'
import { signStatement } from '../savings/statement/sign-statement.ts'

const hash = 'a'.repeat(64)
const config = savingsConfigSchema.parse({})
const testSigner = {
  publicKey: 'cHVibGlj',
  sign: (text: string) => Buffer.from(sha256(text)).toString('base64'),
}

export interface BookedStatement {
  kind: 'final' | 'trueup'
  statement: Statement
  /** The signed text. */
  body: string
}

export interface SavedAction {
  kind: Exclude<SavingsAction['kind'], 'commitment'>
  /** Whole nano-units saved in the month; negative: it cost more. */
  saved: bigint
}

export function openStatementBook(organizationId: string, currency: string, rule?: CommissionRule) {
  const statements: BookedStatement[] = []
  const entries: LedgerEntry[] = []
  let head = { seq: 0, hash: '0'.repeat(64) }
  let carried = '0'
  return {
    statements,
    /** Calculates the month with these savings: its first statement is final, a later one a true-up or undefined. */
    close(period: string, saved: Readonly<Record<string, SavedAction>>): BookedStatement | undefined {
      const ofMonth = statements.filter(({ statement }) => statement.period === period)
      const earlier = entries.filter((entry) => entry.period === period)
      const completed = completeStatement(
        {
          ...{ format: 'kept.savings-statement', version: 1, organization_id: organizationId },
          ...{ issued_at: '2026-01-01T00:00:00.000Z', period, currency, code_version: '1', config },
          actions: Object.entries(saved).map(([id, { kind }]) => actionOf(id, kind)),
          ...{ baselines: [], commitment_baselines: [], price_notices: [], demand: [], earlier, before: head },
          carried_before: carried,
          ...(ofMonth.length > 0 && {
            billed_before: String(ofMonth.reduce((sum, { statement }) => sum + BigInt(statement.billable), 0n)),
          }),
          commission_rule:
            rule ?? ruleOfTerms(defaultTerms, { id: 'standard', version: 1, valid_from: '2020-01', currency }),
          checkpoints: [],
        },
        calculatedOf(saved),
        sha256,
      )
      if (ofMonth.length > 0 && completed.entries.length === 0) return undefined
      const statement = signStatement(completed, testSigner)
      const booked = {
        ...{ kind: ofMonth.length === 0 ? ('final' as const) : ('trueup' as const), statement },
        body: canonicalJson(statement),
      }
      statements.push(booked)
      entries.push(...statement.entries)
      head = statement.head
      carried = statement.carried_after
      return booked
    },
  }
}

function actionOf(id: string, kind: SavedAction['kind']): SavingsAction {
  const common = {
    ...{ id, effective_time: '2020-01-01T00:00:00Z', expires: null, evidence_hash: hash },
    ...{ resource_ids: [`resource-${id}`], baseline_hash: hash, environment: 'production' as const },
  }
  switch (kind) {
    case 'terminate':
      return { ...common, kind }
    case 'schedule':
      return { ...common, kind, off_mask: { time_zone: 'UTC', hours_of_week: [0] } }
    case 'rightsize':
      return { ...common, kind, from_sku: 'large', to_sku: 'small' }
    case 'demand':
      return { ...common, kind, sku: 'requests' }
    case 'loop_stop':
      return { ...common, kind, sku: 'requests', hourly_quantity: '1' }
  }
}

function calculatedOf(saved: Readonly<Record<string, SavedAction>>): CalculatedMonth {
  return {
    parts: Object.entries(saved).map(([action, { saved: amount }]) => ({
      ...{ action, lineage: `lineage-${action}`, part: 'usage' as const, amount, face: amount, unsure: 0n },
      ...{ inputsRoot: hash, baselineHash: hash },
    })),
    ...{ held: [], gaps: [], returned: new Map() },
  }
}
