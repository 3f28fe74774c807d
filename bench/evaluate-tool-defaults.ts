/** Worlds with default attributes, read as files and held against their truth. */
import { readTelemetry } from '@kept/connectors/telemetry/read-telemetry.ts'
import { incidentProbability } from '@kept/engine/loops/cause/confidence.ts'
import { pricedIncident } from '@kept/engine/loops/cost/priced-loops.ts'
import { InTimeOrder } from '@kept/engine/loops/in-time-order.ts'
import type { Incident } from '@kept/engine/loops/incidents.ts'
import { LoopDetector } from '@kept/engine/loops/loop-detector.ts'
import type { ToolDefaultsWorld } from '@kept/scenarios/loops/tool-defaults/world-class.ts'
import { rulesWith } from './loops-rules.ts'

export interface ToolDefaultsOutcome {
  isLoop: boolean
  isFound: boolean
  isSuspected: boolean
  falseAlarms: number
  predictions: { probability: number; happened: boolean; score: number }[]
  costError: number | null
}

const perIteration = '0.001'

export async function evaluateToolDefaults({
  files,
  truth,
  expression,
}: ToolDefaultsWorld): Promise<ToolDefaultsOutcome> {
  const detector = new LoopDetector(expression === null ? {} : { rules: rulesWith(expression) })
  const inOrder = new InTimeOrder(detector)
  for (const { name, text } of files) await readTelemetry(chunksOf(text), name, inOrder)
  inOrder.finish()
  detector.finish()
  const isOwn = ({ latest }: Incident) =>
    truth !== null &&
    latest.type === truth.type &&
    [latest.resource.name, ...latest.systems].some((name) => truth.own.includes(name))
  const incidents = detector.incidents.all
  const confirmed = incidents.filter(({ confirmedMinute }) => confirmedMinute !== undefined)
  const match = confirmed.find(isOwn)
  return {
    isLoop: truth !== null,
    isFound: match !== undefined,
    isSuspected: match === undefined && incidents.some(isOwn),
    falseAlarms: confirmed.filter((incident) => !isOwn(incident)).length,
    predictions: incidents.map((incident) => ({
      probability: incidentProbability(incident),
      happened: isOwn(incident),
      score: 0,
    })),
    costError: match && truth?.perMinute ? costErrorOf(match, truth.perMinute) : null,
  }
}

async function* chunksOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text)
}

function costErrorOf(incident: Incident, perMinute: number): number | null {
  const price = { sku_price_id: 'iteration', unit_price: perIteration, currency: 'USD', units: '1', unit: '' }
  const priced = pricedIncident(incident, { prices: [{ ...price, source: 'given' }] })
  const expected = perMinute * 60 * Number(perIteration)
  return priced && Math.abs(Number(priced.hourly) - expected) / expected
}
