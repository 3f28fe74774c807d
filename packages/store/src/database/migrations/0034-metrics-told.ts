/** Metrics that left their path are told like cost that did: worse, over; and whoever hears of the one hears of the other. */
import type { DatabaseMigration } from '../migration.ts'

export const metricsTold: DatabaseMigration = {
  name: '0034-metrics-told',
  statements: [
    // The worst severity that was told; null for one that nobody was told of.
    `ALTER TABLE metric_anomaly
      ADD COLUMN told_severity text CHECK (told_severity IN ('low', 'medium', 'high', 'critical')),
      ADD COLUMN told_over boolean NOT NULL DEFAULT false`,
    `UPDATE metric_anomaly SET told_severity = severity, told_over = (status <> 'open')
      WHERE EXISTS (SELECT FROM notification WHERE notification.organization_id = metric_anomaly.organization_id
        AND notification.thread = 'metric-anomaly:' || metric_anomaly.id)`,
    // A rule about anomalies goes on being about all of them.
    `UPDATE alert_rule SET kinds = kinds || '["metric_anomaly"]' WHERE kinds ? 'anomaly'`,
  ],
}
