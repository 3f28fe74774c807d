/** What is asked of the bill about an action, and what the bill can answer. */
import type { OffMask } from '@kept/domain/action.ts'
import type { Baseline, SavingsLine } from '@kept/domain/saving.ts'
import type { SavingsActionInput } from '@kept/domain/savings-record.ts'
import type { Hour } from '@kept/foundation/calendar/hour.ts'
import type { Decimal } from '@kept/foundation/decimal.ts'

export type SeenChange =
  | { kind: 'terminate'; at: Hour }
  | { kind: 'rightsize'; at: Hour; fromSku: string; toSku: string }
  | { kind: 'schedule'; at: Hour; offMask: OffMask }
  | { kind: 'loop_stop'; at: Hour; sku: string; hourlyQuantity: Decimal }
  | { kind: 'demand'; at: Hour; sku: string; intensity: NonNullable<Baseline['intensity']> }
/** Why none is seen, as a sentence: it may come yet (`notYet`), or it cannot (`never`). */
export type Unseen = { notYet: string } | { never: string }

export interface ChangeQuestion {
  input: Pick<
    SavingsActionInput,
    'kind' | 'off_mask' | 'from_sku' | 'to_sku' | 'sku' | 'started_at' | 'hourly_quantity' | 'demand'
  >
  /** Every line of the resource, before and after, of one grain. */
  lines: readonly SavingsLine[]
  notBefore: Hour
  /** Changes of the resource that other actions count already. */
  claimed?: readonly { kind: string; at: Hour }[]
  /** First hour after the bill's last. */
  dataEnd: Hour
  /** Hours a line spans: 1 or 24. */
  span: number
  isCovered(hour: Hour): boolean
  /** What was asked of it in each hour (or day, by its first hour) that was measured; of a fix in code only. */
  demand?: ReadonlyMap<Hour, Decimal>
}
