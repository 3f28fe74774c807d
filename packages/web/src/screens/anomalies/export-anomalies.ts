/** Incidents as a file, of money and of metrics. */
import type { Anomaly, MetricAnomaly } from '@kept/domain/anomaly.ts'
import { nameOfScope, placeOfScope } from '../../anomalies/words.ts'
import { type List, type ListColumn, listOf } from '../../csv/list-file.ts'

const costColumns: readonly ListColumn<Anomaly>[] = [
  ['Where', nameOfScope],
  ['In', placeOfScope],
  ['Severity', 'severity'],
  ['Status', 'status'],
  ['Direction', 'direction'],
  ['First day', 'first_day'],
  ['Last day', 'last_day'],
  ['Began', 'started_at'],
  ['Currency', 'currency'],
  ['Expected', 'expected'],
  ['Actual', 'actual'],
  ['Off by', 'excess'],
  ['Projected', 'projected_excess'],
  ['Answer', 'feedback'],
  ['Answered by', 'feedback_by'],
  ['Found', 'detected_at'],
  ['Id', 'id'],
]

const metricColumns: readonly ListColumn<MetricAnomaly>[] = [
  ['Metric', 'metric'],
  ['Resource', 'resource_id'],
  ['Resource name', 'resource_name'],
  ['Severity', 'severity'],
  ['Status', 'status'],
  ['Direction', 'direction'],
  ['Began', 'started_at'],
  ['Last seen', 'last_at'],
  ['Usual', 'expected'],
  ['Was', 'actual'],
  ['Unit', 'unit'],
  ['Answer', 'feedback'],
  ['Answered by', 'feedback_by'],
  ['Found', 'detected_at'],
  ['Id', 'id'],
]

export const anomaliesList = (anomalies: readonly Anomaly[]): List => listOf(anomalies, costColumns)
export const metricsList = (anomalies: readonly MetricAnomaly[]): List => listOf(anomalies, metricColumns)
