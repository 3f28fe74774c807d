/** Metrics as SDKs and collectors export them over OTLP: series of one name, told apart by their attributes. */
import { type Attributes, attributeList } from './otlp-attributes.ts'

interface SeriesDraft {
  service: string
  name: string
  unit: string
  /** A counter that only grows, something that goes up and down, or how many were measured of a duration. */
  kind: 'counter' | 'level' | 'durations'
  attributes?: Attributes
}

/** Cumulative, the default of every SDK. */
const cumulative = 2

export class OtlpSeries {
  readonly #points = new Map<string, { draft: SeriesDraft; points: object[] }>()

  add(draft: SeriesDraft, timeUnixNano: string, value: number): void {
    const key = `${draft.service}|${draft.name}`
    const entry = this.#points.get(key) ?? { draft, points: [] }
    this.#points.set(key, entry)
    const attributes = attributeList(draft.attributes ?? {})
    const measured =
      draft.kind === 'durations'
        ? { count: String(value), sum: value * 0.02, bucketCounts: [String(value)], explicitBounds: [] }
        : Number.isInteger(value)
          ? { asInt: String(value) }
          : { asDouble: value }
    entry.points.push({ attributes, timeUnixNano, ...measured })
  }

  /** One document for each name of each resource. */
  documents(resourceOf: (service: string) => Attributes): string[] {
    return [...this.#points.values()].map(({ draft: { service, name, unit, kind }, points }) => {
      const dataPoints = { dataPoints: points, aggregationTemporality: cumulative }
      const data =
        kind === 'durations' ? { histogram: dataPoints } : { sum: { ...dataPoints, isMonotonic: kind === 'counter' } }
      const resource = { attributes: attributeList(resourceOf(service)) }
      return JSON.stringify({ resourceMetrics: [{ resource, scopeMetrics: [{ metrics: [{ name, unit, ...data }] }] }] })
    })
  }
}
