/**
 * A large fleet with actions: machines resized, scheduled or terminated, each with four weeks before. For benchmarks.
 */
import type { Month } from '@kept/domain/hour.ts'
import type { SavingsLine } from '@kept/domain/saving.ts'
import { type Hour, hoursOfMonth } from '@kept/foundation/calendar/hour.ts'

type FleetKind = 'rightsize' | 'schedule' | 'terminate'

interface FleetMachine {
  readonly resource: string
  readonly kind: FleetKind
  /** The hour the action counts from. */
  readonly from: Hour
  /** Lines of the four weeks before, and of the month: generated on demand, because a fleet has millions. */
  before(): SavingsLine[]
  during(): SavingsLine[]
}

const baselineHours = 28 * 24
const prices = { 'sku-large': '0.192', 'sku-medium': '0.096' } as const

/** Half are resized, three in ten have a schedule, two in ten are terminated. */
export function* fleet(month: Month, count: number): Generator<FleetMachine> {
  const { from, to } = hoursOfMonth(month)
  for (let index = 0; index < count; index += 1) {
    const resource = `i-${index.toString(16).padStart(17, '0')}`
    const kind: FleetKind = index % 10 < 5 ? 'rightsize' : index % 10 < 8 ? 'schedule' : 'terminate'
    yield {
      resource,
      kind,
      from,
      before: () => range(from - baselineHours, from).map((hour) => line(resource, hour, 'sku-large')),
      during: () => linesDuring(resource, kind, from, to),
    }
  }
}

/** On a schedule a machine runs from eight to eight, every day. */
function isOn(hour: Hour): boolean {
  return hour % 24 >= 8 && hour % 24 < 20
}

function linesDuring(resource: string, kind: FleetKind, from: Hour, to: Hour): SavingsLine[] {
  if (kind === 'terminate') return []
  if (kind === 'schedule')
    return range(from, to)
      .filter(isOn)
      .map((hour) => line(resource, hour, 'sku-large'))
  return range(from, to).map((hour) => line(resource, hour, 'sku-medium'))
}

function line(resource: string, hour: Hour, sku: keyof typeof prices): SavingsLine {
  const price = prices[sku]
  return {
    resource,
    hour,
    hours: 1,
    sku,
    quantity: '1',
    price,
    contracted: price,
    effective: price,
    commitment: null,
    status: null,
    correction: false,
  }
}

function range(from: Hour, to: Hour): Hour[] {
  return Array.from({ length: to - from }, (_, index) => from + index)
}
