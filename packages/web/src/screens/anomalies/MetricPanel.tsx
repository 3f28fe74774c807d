import type { AnomalySeverity, MetricAnomaly } from '@kept/domain/anomaly.ts'
import { Lines } from '@kept/ui/charts/line/Lines.tsx'
import { SidePanel } from '@kept/ui/controls/SidePanel.tsx'
import { formatMoment } from '@kept/ui/format/day.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { nameOfMetric } from '../../anomalies/words.ts'
import { api } from '../../api/client.ts'
import { FeedbackButtons } from './FeedbackButtons.tsx'
import { useMetricAnomalies } from './useMetricAnomalies.ts'

interface MetricAsideProps {
  from: AnomalySeverity
  chosen: string | undefined
  onClose(): void
}

const figure = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 4 })

/** The chosen metric beside the list: how far it went, and what people say of it. */
export function MetricAside({ from, chosen, onClose }: MetricAsideProps) {
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
        toasts.show({ title: 'Kept. The next threshold here follows your answer.' })
      },
    }),
  )
  return (
    <>
      <p className="text-pretty text-body">
        {figure.format(actual)} {unit} where about {figure.format(expected)} is usual, from {formatMoment(started_at)}{' '}
        {status === 'open' ? 'on; it goes on.' : `to ${formatMoment(last_at)}.`}
      </p>
      <div className="mt-5">
        <Lines
          label="The metric, with what is usual at its time of day"
          height={180}
          data={anomaly.points.map(({ at, value, expected: usual }) => ({
            at,
            value,
            expected: usual,
          }))}
          xKey="at"
          lines={[
            { dataKey: 'value', name: 'Measured' },
            { dataKey: 'expected', name: 'Usual', strokeDasharray: '4 4' },
          ]}
          format={(value) => `${figure.format(value)} ${unit}`}
          short={(value) => figure.format(value)}
          nameX={(at) => ({ short: formatMoment(at).replace(/^.*, /, ''), full: formatMoment(at) })}
        />
      </div>
      <FeedbackButtons
        feedback={anomaly.feedback}
        by={anomaly.feedback_by}
        busy={answer.isPending ? answer.variables.feedback : null}
        onAnswer={(feedback) => answer.mutate({ id: anomaly.id, feedback })}
      />
    </>
  )
}
