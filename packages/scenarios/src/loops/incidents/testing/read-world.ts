/** Reads the files of a world back, as plainly as they are written: series by minute, spans and events. */
import type { TelemetryFile } from '../../tool-defaults/telemetry-writer.ts'

type Attributes = Record<string, string>

interface Reading {
  resource: string
  metric: string
  attributes: Attributes
  atMs: number
  value: number
  /** Whether it is the state of a counter over OTLP, and not a figure of its minute. */
  isCumulative: boolean
}

interface SpanReading {
  service: string
  name: string
  attributes: Attributes
}

export interface WorldReadings {
  readings: Reading[]
  spans: SpanReading[]
  events: { reason: string; name: string; atMs: number }[]
}

interface OtlpAttribute {
  key: string
  value: { stringValue?: string; intValue?: string; doubleValue?: number; boolValue?: boolean }
}

interface OtlpSpan {
  name: string
  attributes: OtlpAttribute[]
}

interface OtlpPoint {
  attributes: OtlpAttribute[]
  timeUnixNano: string
  asInt?: string
  asDouble?: number
  count?: string
}

interface OtlpMetric {
  name: string
  sum?: { dataPoints: OtlpPoint[]; isMonotonic: boolean }
  histogram?: { dataPoints: OtlpPoint[] }
}

interface OtlpLine {
  resourceSpans?: { resource: { attributes: OtlpAttribute[] }; scopeSpans: { spans: OtlpSpan[] }[] }[]
  resourceMetrics?: { resource: { attributes: OtlpAttribute[] }; scopeMetrics: { metrics: OtlpMetric[] }[] }[]
}

interface EventList {
  items: { reason: string; involvedObject: { name: string }; lastTimestamp: string }[]
}

export function readWorld(files: readonly TelemetryFile[]): WorldReadings {
  const world: WorldReadings = { readings: [], spans: [], events: [] }
  for (const { name, text } of files) {
    if (name.endsWith('.csv')) readRows(text, world)
    else if (name === 'events.json') readEvents(text, world)
    else for (const line of text.trimEnd().split('\n')) readLine(JSON.parse(line), world)
  }
  return world
}

function readRows(text: string, { readings }: WorldReadings): void {
  const [head, ...rows] = text.trimEnd().split('\n')
  if (head !== 'timestamp,resource,metric,value') throw new Error(`The first row of a file of metrics is ${head}.`)
  for (const row of rows) {
    const [timestamp = '', resource = '', metric = '', value = ''] = row.split(',')
    const atMs = Temporal.Instant.from(timestamp).epochMilliseconds
    readings.push({ resource, metric, attributes: {}, atMs, value: Number(value), isCumulative: false })
  }
}

function readEvents(text: string, { events }: WorldReadings): void {
  const { items }: EventList = JSON.parse(text)
  for (const { reason, involvedObject, lastTimestamp } of items)
    events.push({ reason, name: involvedObject.name, atMs: Temporal.Instant.from(lastTimestamp).epochMilliseconds })
}

function readLine({ resourceSpans = [], resourceMetrics = [] }: OtlpLine, world: WorldReadings): void {
  for (const { resource, scopeSpans } of resourceSpans) {
    const service = attributesOf(resource.attributes)['service.name'] ?? ''
    for (const { name, attributes } of scopeSpans.flatMap(({ spans }) => spans))
      world.spans.push({ service, name, attributes: attributesOf(attributes) })
  }
  for (const { resource, scopeMetrics } of resourceMetrics) {
    const service = attributesOf(resource.attributes)['service.name'] ?? ''
    for (const { name, sum, histogram } of scopeMetrics.flatMap(({ metrics }) => metrics)) {
      const isCumulative = histogram !== undefined || sum?.isMonotonic === true
      for (const point of (sum ?? histogram)?.dataPoints ?? [])
        world.readings.push({
          ...{ resource: service, metric: name, attributes: attributesOf(point.attributes), isCumulative },
          atMs: Number(BigInt(point.timeUnixNano) / 1_000_000n),
          value: Number(point.asInt ?? point.asDouble ?? point.count),
        })
    }
  }
}

function attributesOf(list: readonly OtlpAttribute[]): Attributes {
  return Object.fromEntries(list.map(({ key, value }) => [key, String(Object.values(value)[0])]))
}

/** Figures of a metric in the order of time; of a counter over OTLP what each minute added. Series of one minute are summed. */
export function figuresOf(
  { readings }: WorldReadings,
  metric: string,
  where: (reading: Reading) => boolean = () => true,
): number[] {
  const byMinute = new Map<number, number>()
  const before = new Map<string, number>()
  for (const reading of readings.filter((each) => each.metric === metric && where(each))) {
    const series = `${reading.resource}|${Object.values(reading.attributes).join('|')}`
    const earlier = before.get(series)
    before.set(series, reading.value)
    if (reading.isCumulative && earlier === undefined) continue
    const figure = reading.isCumulative ? reading.value - (earlier ?? 0) : reading.value
    byMinute.set(reading.atMs, (byMinute.get(reading.atMs) ?? 0) + figure)
  }
  return [...byMinute].toSorted(([left], [right]) => left - right).map(([, figure]) => figure)
}

export const sumOf = (figures: readonly number[]): number => figures.reduce((sum, figure) => sum + figure, 0)
