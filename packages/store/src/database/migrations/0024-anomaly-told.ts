/** What people were told of an incident already: it is told again when it gets worse, and once when it is over. */
import type { DatabaseMigration } from '../migration.ts'

export const anomalyTold: DatabaseMigration = {
  name: '0024-anomaly-told',
  statements: [
    // The worst severity that was told; null for one that nobody was told of.
    `ALTER TABLE anomaly
      ADD COLUMN told_severity text CHECK (told_severity IN ('low', 'medium', 'high', 'critical')),
      ADD COLUMN told_over boolean NOT NULL DEFAULT false`,
    `UPDATE anomaly SET told_severity = severity, told_over = (status <> 'open')
      WHERE EXISTS (SELECT FROM notification WHERE notification.organization_id = anomaly.organization_id
        AND notification.thread = 'anomaly:' || anomaly.id)`,
    // Good news wakes nobody, however bad the thing was that it is about.
    `ALTER TABLE alert_event ADD COLUMN calm boolean NOT NULL DEFAULT false`,
  ],
}
