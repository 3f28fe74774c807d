import { badInput } from '@kept/domain/errors.ts'
import { afterFeedback, asShipped } from '@kept/engine/anomalies/feedback.ts'
import { answerAnomaly } from '@kept/store/anomalies/feedback.ts'
import { listAnomalies, readAnomalySettings, writeAnomalySettings } from '@kept/store/anomalies/list.ts'
import { answerMetricAnomaly, listMetricAnomalies } from '@kept/store/anomalies/metric-anomalies.ts'
import { routes } from '../platform/implement.ts'
import { requireRequestedOrganization } from '../platform/require-requested-organization.ts'
import { anomalySettingsChangedJob } from './settings-changed-job.ts'

export const anomalies = {
  list: routes.anomalies.list.handler(async ({ context: { services, scope, me }, input }) => {
    requireRequestedOrganization(input.organization_id, me)
    if (input.start_date && input.end_date && input.end_date <= input.start_date)
      throw badInput('"end_date" must be after "start_date". It is exclusive: the day after the last one.')
    const { database } = services.state
    const [data, meta] = await Promise.all([
      listAnomalies(database, scope, {
        from: input.severity_threshold,
        startDate: input.start_date,
        endDate: input.end_date,
      }),
      readAnomalySettings(database, scope),
    ])
    return { data, meta }
  }),
  feedback: routes.anomalies.feedback.handler(async ({ context: { services, scope, me }, input }) => ({
    data: await answerAnomaly(
      services.state.database,
      scope,
      input.id,
      { feedback: input.feedback, note: input.note, actorName: me.user.full_name, now: services.now() },
      (current) => afterFeedback(current ?? asShipped, input.feedback),
    ),
  })),
  metrics: routes.anomalies.metrics.handler(async ({ context: { services, scope }, input }) => ({
    data: await listMetricAnomalies(services.state.database, scope, {
      from: input.severity_threshold,
      resourceId: input.resource_id,
    }),
  })),
  metricFeedback: routes.anomalies.metricFeedback.handler(async ({ context: { services, scope, me }, input }) => ({
    data: await answerMetricAnomaly(
      services.state.database,
      scope,
      input.id,
      { feedback: input.feedback, actorName: me.user.full_name },
      (current) => afterFeedback(current ?? asShipped, input.feedback),
    ),
  })),
  settings: routes.anomalies.settings.handler(async ({ context: { services, scope }, input }) => {
    await writeAnomalySettings(services.state.database, scope, input)
    await services.jobs.send(anomalySettingsChangedJob, { organization_id: scope.organizationId })
    return { data: input }
  }),
}
