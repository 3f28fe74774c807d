/** Exports of cost and metric anomalies. */
import type { Anomaly, MetricAnomaly } from '@kept/domain/anomaly.ts'
import { nameOfScope, placeOfScope } from '../../anomalies/anomaly-text.ts'
import { type List, type ListColumn, listOf } from '../../csv/list-file.ts'

const costColumns: readonly ListColumn<Anomaly>[] = [
  ['Where', nameOfScope],
  ['In', placeOfScope],
  ['Severity', 'severity'],
  ['Status', 'status'],
  ['Direction', 'direction'],
  ['First day', 'first_day'],
  ['Last day', 'last_day'],
  ['Started', 'started_at'],
  ['Currency', 'currency'],
  ['Expected', 'expected'],
  ['Actual', 'actual'],
  ['Difference', 'excess'],
  ['Projected', 'projected_excess'],
  ['Feedback', 'feedback'],
  ['Feedback by', 'feedback_by'],
  ['Detected', 'detected_at'],
  ['Id', 'id'],
]

const metricColumns: readonly ListColumn<MetricAnomaly>[] = [
  ['Metric', 'metric'],
  ['Resource', 'resource_id'],
  ['Resource name', 'resource_name'],
  ['Severity', 'severity'],
  ['Status', 'status'],
  ['Direction', 'direction'],
  ['Started', 'started_at'],
  ['Last seen', 'last_at'],
  ['Expected', 'expected'],
  ['Actual', 'actual'],
  ['Unit', 'unit'],
  ['Feedback', 'feedback'],
  ['Feedback by', 'feedback_by'],
  ['Detected', 'detected_at'],
  ['Id', 'id'],
]

export const anomaliesList = (anomalies: readonly Anomaly[]): List => listOf(anomalies, costColumns)
export const metricsList = (anomalies: readonly MetricAnomaly[]): List => listOf(anomalies, metricColumns)
