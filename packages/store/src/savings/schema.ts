/** The tables of `database/baseline/savings.ts` as Kysely types. */
import type { SavingsAction } from '@kept/domain/action.ts'
import type { ActionFigures } from '@kept/domain/action-figures.ts'
import type { Baseline, CommitmentBaseline, EntryKind, SavingPart } from '@kept/domain/saving.ts'
import type { ActionSource, ActionState, SavingsActionInput } from '@kept/domain/savings-record.ts'
import type { Substitution } from '@kept/domain/substitution.ts'
import type { ColumnType, Generated } from 'kysely'

type Json<T> = ColumnType<T, string, string>
type MaybeJson<T> = ColumnType<T | null, string | null | undefined, string | null>
type MaybeTime = ColumnType<Date | null, Date | null | undefined, Date | null>
type Big = ColumnType<string, number | string, number | string>

export interface SavingsSchema {
  savings_action: {
    id: Generated<string>
    demo_visit: Generated<string | null>
    organization_id: string
    recommendation_id: string | null
    rule: Generated<string>
    title: string
    input: Json<SavingsActionInput>
    state: ActionState
    reason: Generated<string>
    action: MaybeJson<SavingsAction>
    baseline_hash: ColumnType<string | null, string | null | undefined, string | null>
    currency: Generated<string>
    estimate: string | null
    recorded_by: string
    recorded_at: Date
    counts_since: MaybeTime
    source: Generated<ActionSource>
    source_id: Generated<string>
  }
  savings_baseline: { organization_id: string; hash: string; baseline: Json<Baseline>; frozen_at: Date }
  savings_commitment_baseline: {
    organization_id: string
    commitment: string
    currency: string
    baseline: Json<CommitmentBaseline>
    frozen_at: Date
  }
  savings_price_notice: {
    id: Generated<string>
    organization_id: string
    sku: string
    currency: string
    hour: Date
    price: string
    source: string
    recorded_by: string
    recorded_at: Date
  }
  savings_price_withdrawal: { organization_id: string; notice_id: string; withdrawn_by: string; withdrawn_at: Date }
  savings_ledger_head: { organization_id: string; seq: Big; hash: string }
  savings_ledger_entry: {
    organization_id: string
    seq: Big
    kind: EntryKind
    part: SavingPart | null
    period: string
    lineage: string
    action: string
    amount: string
    currency: string
    inputs_root: string
    baseline_hash: string | null
    code_version: string
    config_hash: string
    refers_to: string | null
    prev_hash: string
    hash: string
    statement_id: string
    /** Only of a deleted organization, which has no lineage that names a resource. */
    erased: ColumnType<{ reason: string; at: string } | null, never, never>
  }
  savings_statement: {
    id: string
    organization_id: string
    period: string
    currency: string
    kind: 'final' | 'trueup'
    issued_at: Date
    before_seq: Big
    head_seq: Big
    head_hash: string
    net: string
    billable: string
    carried_after: string
    fee: string
    customer_net: string
    rule_id: string
    rule_version: number
    body: string
  }
  savings_substitution: {
    organization_id: string
    currency: string
    inputs_key: string
    substitution: Json<Substitution>
    detected_at: Date
  }
  savings_unrelated: {
    id: Generated<string>
    organization_id: string
    action_id: string
    resource_id: string
    unrelated: boolean
    reason: string
    declared_by: string
    declared_at: Date
  }
  savings_run: {
    organization_id: string
    period: string
    currency: string
    state: 'provisional' | 'final'
    inputs_key: string
    net: string
    parts: Json<Partial<Record<SavingPart, string>>>
    replaced: ColumnType<Record<string, string>, string | undefined, string>
    held: Json<{ lineage: string; reason: string }[]>
    gaps: Json<{ lineage: string; hours: number }[]>
    /** By action. */
    actions: ColumnType<Record<string, ActionFigures>, string | undefined, string>
    calculated_at: Date
  }
}
