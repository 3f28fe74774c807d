/** The frozen baselines of a statement, made again from the customer's older bills where those were given. */
import { type Hour, toHour } from '@kept/domain/hour.ts'
import type { Baseline, SavingsLine } from '@kept/domain/saving.ts'
import type { Statement } from '@kept/domain/statement.ts'
import { freezeBaseline } from '@kept/engine/savings/baseline/freeze.ts'
import { canonicalJson } from '@kept/engine/savings/ledger/canonical-json.ts'
import { readCoveredHours } from '@kept/store/ledger/savings/bill-facts.ts'
import { readResourceLines } from '@kept/store/ledger/savings/resource-lines.ts'
import type { ReadBill } from './read-into-engine.ts'

export interface BaselinesMade {
  /** The first that your bill gives otherwise, as a sentence; null: none. */
  fault: string | null
  /** Made again, and the same. */
  again: number
  /** Whose weeks are not among the bills, or not all of their hours; and from when to when those weeks lie. */
  notGiven: number
  missing: { from: string; to: string } | null
}

/** As many as fit into little memory: four weeks of hours each. */
const atOnce = 200

export async function checkBaselines(
  { warehouse, scope, loadIds }: ReadBill,
  { baselines, currency }: Pick<Statement, 'baselines' | 'currency'>,
): Promise<BaselinesMade> {
  const made: BaselinesMade = { fault: null, again: 0, notGiven: 0, missing: null }
  const inOrder = baselines.toSorted((a, b) => (a.from < b.from ? -1 : 1))
  for (let at = 0; at < inOrder.length; at += atOnce) {
    const some = inOrder.slice(at, at + atOnce)
    const span = {
      ...{ loadIds, currency },
      from: Math.min(...some.map(({ from }) => toHour(from))),
      to: Math.max(...some.map(({ to }) => toHour(to))),
    }
    const covered = await readCoveredHours(warehouse, scope, span)
    const given = some.filter((one) => isGiven(one, covered))
    for (const { from, to } of some.filter((one) => !given.includes(one))) {
      made.notGiven += 1
      made.missing = made.missing
        ? { from: least(made.missing.from, from), to: most(made.missing.to, to) }
        : { from, to }
    }
    const resources = [...new Set(given.map(({ resource }) => resource))]
    const lines = given.length > 0 ? await readResourceLines(warehouse, scope, span, resources) : []
    const byResource = Map.groupBy(lines, ({ resource }) => resource)
    for (const stated of given) {
      if (sameAs(stated, byResource.get(stated.resource) ?? [], covered)) made.again += 1
      else
        made.fault ??= `The baseline of ${stated.resource} (${stated.from} to ${stated.to}) is not what your bill of that time gives.`
    }
  }
  return made
}

/** Every hour that it rests on, and no more: of other hours it knew nothing when it was frozen. */
function isGiven({ from, to, grain, covered_hours }: Baseline, covered: ReadonlySet<Hour>): boolean {
  const step = grain === 'day' ? 24 : 1
  let hours = 0
  for (let hour = toHour(from); hour < toHour(to); hour += step) if (covered.has(hour)) hours += step
  return hours === covered_hours
}

function sameAs(stated: Baseline, lines: readonly SavingsLine[], covered: ReadonlySet<Hour>): boolean {
  const [from, to] = [toHour(stated.from), toHour(stated.to)]
  const span = stated.grain === 'day' ? 24 : 1
  const mine = freezeBaseline({
    ...{ resource: stated.resource, from, to, timeZone: stated.time_zone, grain: stated.grain },
    lines: lines.filter(({ hour, hours }) => hours === span && from <= hour && hour < to),
    isCovered: (hour) => covered.has(hour),
  })
  // Demand is in no bill: what a unit of it used is taken as the statement has it.
  return canonicalJson({ ...mine, intensity: stated.intensity }) === canonicalJson(stated)
}

const least = (a: string, b: string) => (a < b ? a : b)
const most = (a: string, b: string) => (a > b ? a : b)
