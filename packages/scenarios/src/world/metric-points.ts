/** The metrics of a world: a point per hour of its last month, from the same activity as its bill. */
import { knownMetrics, type MetricPoint } from '@kept/domain/metric.ts'
import { activityAt } from './shape.ts'
import type { World } from './world.ts'

const lastDays = 32
/** The highest minute of an hour relative to its mean. */
const peak = 1.1

export function* metricPointsOf(world: World): Generator<MetricPoint> {
  const first = Math.max(0, world.days.length - lastDays)
  for (const { resource, metric, level, shape } of world.measured) {
    const { unit } = knownMetrics[metric]
    const maxValue = unit === 'percent' ? 100 : Number.POSITIVE_INFINITY
    for (let index = Math.max(first, resource.from); index < resource.to; index += 1) {
      const day = world.days[index]
      if (!day) continue
      for (let hour = 0; hour < 24; hour += 1) {
        const value = Math.min(maxValue, level * activityAt(shape, resource.key, world.days, index, hour))
        yield {
          resource_id: resource.id,
          metric,
          unit,
          at: `${day.date}T${String(hour).padStart(2, '0')}:00:00Z`,
          seconds: 3600,
          value,
          max: Math.min(maxValue, value * peak),
        }
      }
    }
  }
}
