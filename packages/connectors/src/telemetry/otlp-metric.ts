/** A metric of OTLP in protobuf, point by point: gauges, sums, and histograms by their count. */
import type { TelemetryResource, TelemetrySink } from '@kept/domain/span.ts'
import type { TelemetryLimits } from './limits.ts'
import { pointOf } from './metric-draft.ts'
import { eachNested, readAttribute } from './otlp-attributes.ts'
import type { WireReader } from './protobuf.ts'
import type { Attributes } from './resource-of.ts'

export function readMetric(
  reader: WireReader,
  end: number,
  resource: TelemetryResource,
  sink: TelemetrySink,
  limits: TelemetryLimits,
): void {
  let [name, unit] = ['', '']
  const data: { kind: number; start: number; end: number }[] = []
  while (reader.next(end)) {
    if (reader.field === 1) name = reader.text(reader.length(end))
    else if (reader.field === 3) unit = reader.text(reader.length(end))
    else if (reader.field === 5 || reader.field === 7 || reader.field === 9) {
      const to = reader.length(end)
      data.push({ kind: reader.field, start: reader.position, end: to })
      reader.position = to
    } else reader.skip(end)
  }
  for (const { kind, start, end: dataEnd } of data) {
    let [temporality, monotonic] = [0, false]
    reader.position = start
    while (reader.next(dataEnd)) {
      if (reader.field === 2 && reader.wire === 0) temporality = reader.varint()
      else if (reader.field === 3 && reader.wire === 0) monotonic = reader.varint() !== 0
      else reader.skip(dataEnd)
    }
    reader.position = start
    const metricKind = kind === 5 || (kind === 7 && !monotonic) ? 'gauge' : temporality === 1 ? 'delta' : 'cumulative'
    eachNested(reader, dataEnd, 1, (pointEnd) => {
      let [timeMs, value] = [Number.NaN, Number.NaN]
      const attributes: Attributes = new Map()
      const attributeField = kind === 9 ? 9 : 7
      while (reader.next(pointEnd)) {
        if (reader.field === 3 && reader.wire === 1) timeMs = reader.nanosAsMs()
        else if (kind !== 9 && reader.field === 4) value = reader.double()
        else if (kind !== 9 && reader.field === 6) value = reader.signedFixed64()
        else if (kind === 9 && reader.field === 4) value = reader.signedFixed64()
        else if (reader.field === attributeField && reader.wire === 2) {
          const to = reader.length(pointEnd)
          if (attributes.size < limits.attributes)
            readAttribute(reader, to, limits, undefined, (key, attributeValue) => attributes.set(key, attributeValue))
          reader.position = to
        } else reader.skip(pointEnd)
      }
      const point = pointOf({
        resource,
        attributes,
        name: kind === 9 ? `${name}.count` : name,
        unit,
        kind: metricKind,
        timeMs,
        value,
      })
      if (typeof point === 'string') sink.reject(1, point)
      else sink.metric(point)
    })
  }
}
