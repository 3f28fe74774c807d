import type { AnomalySeverity, MetricAnomaly } from '@kept/domain/anomaly.ts'
import { Lines } from '@kept/ui/charts/line/Lines.tsx'
import { SidePanel } from '@kept/ui/controls/SidePanel.tsx'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { nameOfMetric } from '../../anomalies/anomaly-text.ts'
import { api } from '../../api/client.ts'
import { FeedbackButtons } from './FeedbackButtons.tsx'
import { useMetricAnomalies } from './useMetricAnomalies.ts'

interface MetricSidePanelProps {
  from: AnomalySeverity
  chosen: string | undefined
  onClose(): void
}

const figure = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 4 })

/** The selected metric anomaly: its values and feedback. */
export function MetricSidePanel({ from, chosen, onClose }: MetricSidePanelProps) {
  const open = useMetricAnomalies(from).data?.data.find(({ id }) => id === chosen)
  return (
    <SidePanel
      open={open !== undefined}
      onClose={onClose}
      title={open ? nameOfMetric(open) : ''}
      kicker={open?.resource_name}
    >
      {open && <MetricPanel anomaly={open} />}
    </SidePanel>
  )
}

function MetricPanel({ anomaly }: { anomaly: MetricAnomaly }) {
  const { actual, expected, unit, started_at, last_at, status } = anomaly
  const client = useQueryClient()
  const answer = useMutation(
    api.anomalies.metricFeedback.mutationOptions({
      async onSuccess() {
        await client.invalidateQueries({ queryKey: api.anomalies.key() })
        toasts.show({ title: 'Feedback saved. Kept adjusts the threshold of this scope.' })
      },
    }),
  )
  return (
    <>
      <p className="text-pretty text-body">
        Actual {figure.format(actual)} {unit}, expected about {figure.format(expected)},{' '}
        {status === 'open'
          ? `since ${formatMoment(started_at)}. Ongoing.`
          : `from ${formatMoment(started_at)} to ${formatMoment(last_at)}.`}
      </p>
      <div className="mt-5">
        <Lines
          label="Actual and expected values of the metric"
          height={180}
          data={anomaly.points.map(({ at, value, expected: baseline }) => ({
            at,
            value,
            expected: baseline,
          }))}
          xKey="at"
          lines={[
            { dataKey: 'value', name: 'Actual' },
            { dataKey: 'expected', name: 'Expected', strokeDasharray: '4 4' },
          ]}
          format={(value) => `${figure.format(value)} ${unit}`}
          short={(value) => figure.format(value)}
          nameX={(timestamp) => ({
            short: formatMoment(timestamp).replace(/^.*, /, ''),
            full: formatMoment(timestamp),
          })}
        />
      </div>
      <FeedbackButtons
        feedback={anomaly.feedback}
        answeredBy={anomaly.feedback_by}
        pendingAnswer={answer.isPending ? answer.variables.feedback : null}
        onAnswer={(feedback) => answer.mutate({ id: anomaly.id, feedback })}
      />
    </>
  )
}
