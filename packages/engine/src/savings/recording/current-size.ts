/** Since when a resource has had its present size: a baseline must not mix it with the size before. */
import type { SavingsLine } from '@kept/domain/saving.ts'
import type { Hour } from '@kept/foundation/calendar/hour.ts'
import { mainSku } from './main-sku.ts'

/** A baseline of less than a day describes nothing. */
const minHours = 24

/** Undefined where the size did not change, or changed too recently to know. */
export function currentSizeSince(lines: readonly SavingsLine[], before: Hour, span: number): Hour | undefined {
  const past = lines.filter(({ hour }) => hour < before)
  const size = mainSku(past.filter(({ hour }) => hour >= before - minHours))
  const first = Math.min(...past.filter(({ sku }) => sku === size).map(({ hour }) => hour))
  const previousSize = mainSku(past.filter(({ hour }) => hour < first))
  if (size === undefined || previousSize === undefined || before - first < minHours) return undefined
  const isOver = !past.some(({ sku, hour }) => sku === previousSize && hour >= first + span)
  return isOver ? first : undefined
}
