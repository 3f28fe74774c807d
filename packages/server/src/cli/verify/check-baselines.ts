/** Recalculates the frozen baselines of a statement from the customer's older bills. */
import type { Baseline, SavingsLine } from '@kept/domain/saving.ts'
import type { Statement } from '@kept/domain/statement.ts'
import { freezeBaseline } from '@kept/engine/savings/baseline/freeze.ts'
import { type Hour, toHour } from '@kept/foundation/calendar/hour.ts'
import { canonicalJson } from '@kept/foundation/json/canonical-json.ts'
import { readCoveredHours } from '@kept/store/ledger/savings/bill-facts.ts'
import { readResourceLines } from '@kept/store/ledger/savings/resource-lines.ts'
import type { ReadBill } from './read-into-engine.ts'

export interface BaselinesMade {
  /** The first baseline that differs from the bill, as an error message; null if none. */
  disagreement: string | null
  /** Number of baselines that match. */
  reproduced: number
  /** Number of baselines whose hours are not all in the bills; `missing` is their date range. */
  notGiven: number
  missing: { from: string; to: string } | null
}

/** Baselines per batch, to limit memory: four weeks of hours each. */
const atOnce = 200

export async function checkBaselines(
  { warehouse, scope, loadIds }: ReadBill,
  { baselines, currency }: Pick<Statement, 'baselines' | 'currency'>,
): Promise<BaselinesMade> {
  const result: BaselinesMade = { disagreement: null, reproduced: 0, notGiven: 0, missing: null }
  const inOrder = baselines.toSorted((a, b) => (a.from < b.from ? -1 : 1))
  for (let index = 0; index < inOrder.length; index += atOnce) {
    const batch = inOrder.slice(index, index + atOnce)
    const span = {
      ...{ loadIds, currency },
      from: Math.min(...batch.map(({ from }) => toHour(from))),
      to: Math.max(...batch.map(({ to }) => toHour(to))),
    }
    const covered = await readCoveredHours(warehouse, scope, span)
    const available = batch.filter((baseline) => isGiven(baseline, covered))
    for (const { from, to } of batch.filter((baseline) => !available.includes(baseline))) {
      result.notGiven += 1
      result.missing = result.missing
        ? { from: earlierOf(result.missing.from, from), to: laterOf(result.missing.to, to) }
        : { from, to }
    }
    const resources = [...new Set(available.map(({ resource }) => resource))]
    const lines = available.length > 0 ? await readResourceLines(warehouse, scope, span, resources) : []
    const byResource = Map.groupBy(lines, ({ resource }) => resource)
    for (const stated of available) {
      if (sameAs(stated, byResource.get(stated.resource) ?? [], covered)) result.reproduced += 1
      else
        result.disagreement ??= `The baseline of ${stated.resource} (${stated.from} to ${stated.to}) does not match your bill of that period.`
    }
  }
  return result
}

/** True when the bills cover exactly the hours that the baseline was frozen from. */
function isGiven({ from, to, grain, covered_hours }: Baseline, covered: ReadonlySet<Hour>): boolean {
  const step = grain === 'day' ? 24 : 1
  let hours = 0
  for (let hour = toHour(from); hour < toHour(to); hour += step) if (covered.has(hour)) hours += step
  return hours === covered_hours
}

function sameAs(stated: Baseline, lines: readonly SavingsLine[], covered: ReadonlySet<Hour>): boolean {
  const [from, to] = [toHour(stated.from), toHour(stated.to)]
  const span = stated.grain === 'day' ? 24 : 1
  const recalculated = freezeBaseline({
    ...{ resource: stated.resource, from, to, timeZone: stated.time_zone, grain: stated.grain },
    lines: lines.filter(({ hour, hours }) => hours === span && from <= hour && hour < to),
    isCovered: (hour) => covered.has(hour),
  })
  // Bills contain no demand data, so the intensity is taken from the statement.
  return canonicalJson({ ...recalculated, intensity: stated.intensity }) === canonicalJson(stated)
}

const earlierOf = (a: string, b: string) => (a < b ? a : b)
const laterOf = (a: string, b: string) => (a > b ? a : b)
