/** Notifications about confirmed loops that are new or reopened. Suspected ones are never notified. */
import { loopTypeLabels } from '@kept/domain/loop-types.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import type { Database } from '@kept/store/database/connect.ts'
import type { SavedLoop } from '@kept/store/loops/save.ts'
import { addNotification } from '@kept/store/notifications/add.ts'

export async function notifyLoops(database: Database, scope: Scope, saved: readonly SavedLoop[]): Promise<void> {
  const ringing = saved.filter(
    ({ loop: seen, change }) => seen.confirmed && (change === 'new' || change === 'confirmed' || change === 'reopened'),
  )
  if (ringing.length === 0) return
  await database.scoped(scope, async (tx) => {
    for (const { id, loop: seen, change } of ringing) {
      const { detection } = seen
      const { estimated_hourly_cost: hourly, estimated_total_cost: total, currency } = detection.cost_impact
      const cost = hourly === null ? 'Cost unknown.' : `About ${formatMoney(hourly, currency)} an hour.`
      await addNotification(tx, scope, {
        kind: 'loop',
        title: `${loopTypeLabels[detection.loop_type].label} ${change === 'reopened' ? 'is back' : 'found'}: ${detection.resource_name}`,
        body: `${cost} ${detection.root_cause_analysis.probable_cause}.`,
        href: `/loops?loop=${id}`,
        thread: `loop:${id}`,
        alerts: [
          {
            kind: 'loop',
            severity: detection.severity,
            amount: total,
            currency: total === null ? null : currency,
            labels: {
              provider: detection.provider ? [detection.provider] : [],
              region: [detection.region],
              resource: [detection.resource_id, detection.resource_name],
              service: detection.affected_systems,
              rule: [detection.loop_type],
            },
            resourceIds: [detection.resource_id],
          },
        ],
      })
    }
  })
}
