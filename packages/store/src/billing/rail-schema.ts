/** The tables of `database/migrations/0004-billing-rail.ts` as Kysely types. Amounts are minor units. */
import type { DunningStep, DunningStepState } from '@kept/domain/billing/dunning.ts'
import type { DunningAction } from '@kept/domain/billing/dunning-actions.ts'
import type { RailEvent, RailMovement, RailPaymentMethod, RailSetup } from '@kept/domain/billing/payment-rail.ts'
import type { ColumnType, Generated } from 'kysely'

type MaybeTime = ColumnType<Date | null, Date | null | undefined, Date | null>
type MaybeText = ColumnType<string | null, string | null | undefined, string | null>
/** The driver returns bigint as text. */
type Minor = ColumnType<string, bigint | string, bigint | string>

export interface BillingRailSchema {
  billing_rail_customer: {
    organization_id: string
    rail: 'stripe'
    name: string
    email: string
    ref: MaybeText
    created_at: Date
  }
  billing_payment_method: {
    id: Generated<string>
    organization_id: string
    rail: 'stripe'
    rail_ref: string
    kind: RailPaymentMethod['kind']
    brand: string
    last4: string
    expires: MaybeText
    label: Generated<string>
    is_default: Generated<boolean>
    created_at: Date
    removed_at: MaybeTime
    detached_at: MaybeTime
  }
  billing_payment_setup: {
    id: Generated<string>
    organization_id: string
    rail_ref: string
    state: Generated<RailSetup['state']>
    created_by: string
    created_at: Date
  }
  billing_rail_event: {
    id: string
    type: string
    object_kind: RailEvent['object']['kind']
    object_ref: string
    made_at: Date
    received_at: Date
    handled_at: MaybeTime
    attempts: Generated<number>
    error: Generated<string>
  }
  billing_rail_movement: {
    ref: string
    kind: RailMovement['kind']
    charge_ref: MaybeText
    currency: string
    amount_minor: Minor
    moved_at: Date
  }
  billing_reconciliation_run: {
    id: Generated<string>
    read_until: Date
    finished_at: Date
    charges: number
    differences: number
  }
  billing_reconciliation_difference: {
    id: Generated<string>
    kind: 'missing_in_journal' | 'missing_at_rail' | 'amount_differs'
    charge_ref: string
    payment_id: MaybeText
    customer_id: MaybeText
    currency: string
    rail_minor: Minor
    journal_minor: Minor
    found_at: Date
    resolved_at: MaybeTime
  }
  billing_dunning_campaign: {
    currency: string
    enabled: boolean
    steps: ColumnType<DunningStep[], string, string>
    changed_by: string
    changed_at: Date
  }
  billing_dunning_pause: {
    organization_id: string
    reason: string
    paused_by: string
    paused_at: Date
  }
  billing_dunning_step: {
    id: Generated<string>
    organization_id: string
    invoice_id: string
    days_after_due: number
    action: DunningAction
    state: DunningStepState
    detail: Generated<string>
    taken_at: Date
  }
}
