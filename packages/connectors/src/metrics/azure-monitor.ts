/** Azure Monitor: the output of `az monitor metrics list` for one resource, or a list of such outputs. */
import * as z from 'zod'
import { canonical } from './canonical.ts'
import { type MetricReading, readPoint } from './reading.ts'

export const azureMonitorSchema = z.looseObject({
  interval: z.string().optional(),
  value: z.array(
    z.looseObject({
      id: z.string().optional(),
      name: z.looseObject({ value: z.string() }),
      unit: z.string().default(''),
      timeseries: z.array(z.looseObject({ data: z.array(z.looseObject({ timeStamp: z.unknown() })) })).default([]),
    }),
  ),
})

export function* readAzureMonitor(document: unknown, file: string): Generator<MetricReading> {
  const answer = azureMonitorSchema.parse(document)
  const seconds = secondsOf(answer.interval ?? 'PT1M')
  for (const [index, { id = '', name, unit, timeseries }] of answer.value.entries()) {
    const location = `${file}, metric ${index + 1} (${name.value})`
    // ".../virtualMachines/erp/providers/Microsoft.Insights/metrics/Percentage CPU"
    const resource = id.replace(/\/providers\/microsoft\.insights\/metrics\/.*$/i, '')
    if (resource === '') {
      yield { rejected: { location, reason: 'has no resource: its id is missing', value: '' } }
      continue
    }
    for (const { data } of timeseries) {
      for (const [i, item] of data.entries()) {
        const { timeStamp, average, total, minimum, maximum, count } = item
        const value = average ?? total ?? count ?? maximum
        // An interval without a measurement is a gap.
        if (value === undefined || value === null) continue
        const canonicalMetric = canonical(name.value, unit, seconds, (average ?? null) === null)
        const scaled = (raw: unknown) => (typeof raw === 'number' ? canonicalMetric.scale(raw) : raw)
        yield readPoint(
          {
            resource_id: resource,
            metric: canonicalMetric.metric,
            unit: canonicalMetric.unit,
            at: timeStamp,
            seconds,
            value: scaled(value),
            ...((average ?? null) === null ? {} : { min: scaled(minimum), max: scaled(maximum) }),
          },
          `${location}, value ${i + 1}`,
        )
      }
    }
  }
}

/** "PT1M", "PT5M", "PT1H", "P1D", "01:00:00". */
function secondsOf(interval: string): number {
  const clock = /^(\d+):(\d+):(\d+)$/.exec(interval)
  if (clock) return Number(clock[1]) * 3600 + Number(clock[2]) * 60 + Number(clock[3])
  const match = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(interval)
  if (!match) return 60
  const [, days = 0, hours = 0, minutes = 0, seconds = 0] = match.map(Number)
  return (days || 0) * 86_400 + (hours || 0) * 3600 + (minutes || 0) * 60 + (seconds || 0) || 60
}
