import type { LoopDetail } from '@kept/contract/routes/loops.ts'
import { formatCount } from '@kept/foundation/format/number.ts'
import { Sparkline } from '@kept/ui/charts/sparkline/Sparkline.tsx'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { Loaded } from '../api/Loaded.tsx'
import { CostPart } from './CostPart.tsx'
import { CycleGraph } from './CycleGraph.tsx'
import { EvidencePart } from './EvidencePart.tsx'
import { formatChance } from './loop-text.ts'
import { Part } from './Part.tsx'
import { LoopActions, Remediation } from './Remediation.tsx'

/** The evidence of one loop, and the actions on it. */
export function LoopDetails({ id }: { id: string }) {
  const query = useQuery(api.loops.find.queryOptions({ input: { id } }))
  return (
    <div className="px-2 pb-5">
      <Loaded query={query} failed="Loop could not be loaded.">
        {({ data }) => (
          <>
            <LoopActions detail={data} />
            <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-6 @4xl:grid-cols-2">
              <Metrics detail={data} />
              <Cycle detail={data} />
              <Cause detail={data} />
              <EvidencePart detail={data} />
              <CostPart detail={data} />
              <Remediation detail={data} />
              <Life detail={data} />
            </div>
          </>
        )}
      </Loaded>
    </div>
  )
}

function Metrics({ detail: { loop, rates } }: { detail: LoopDetail }) {
  const { loop_metrics: metrics, detection_criteria: criteria } = loop
  const figures: [string, string | null][] = [
    ['Iterations', formatCount(Math.round(metrics.iteration_count))],
    ['Iterations per minute', formatCount(Math.round(metrics.resource_consumption_rate))],
    [
      'Average duration',
      metrics.avg_execution_time_ms === null ? null : `${formatCount(Math.round(metrics.avg_execution_time_ms))} ms`,
    ],
    ['Memory', metrics.memory_usage_mb === null ? null : `${formatCount(Math.round(metrics.memory_usage_mb))} MiB`],
    ['CPU', metrics.cpu_utilization_percent === null ? null : `${metrics.cpu_utilization_percent}%`],
    [
      'Threshold',
      `${criteria.threshold_type} ${formatCount(criteria.threshold_value)} in ${criteria.measurement_window_minutes} min`,
    ],
  ]
  return (
    <Part title="Performance metrics">
      {rates.length > 1 && (
        <p className="mb-2 flex items-center gap-3 text-small text-soft">
          <Sparkline
            values={rates}
            width={140}
            height={28}
            label={`Iterations per minute, from ${formatCount(Math.round(rates[0] ?? 0))} to ${formatCount(Math.round(rates.at(-1) ?? 0))}`}
          />
          Burn rate, last {rates.length} minutes
        </p>
      )}
      <dl className="divide-y divide-rule">
        {figures.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4 py-1.5 text-small">
            <dt className="text-soft">{name}</dt>
            <dd className="figure text-right font-mono">{value ?? <span className="text-faint">not known</span>}</dd>
          </div>
        ))}
      </dl>
    </Part>
  )
}

function Cycle({ detail: { loop, evidence } }: { detail: LoopDetail }) {
  return (
    <Part title="Cycle">
      {evidence.cycle.length > 0 ? (
        <CycleGraph cycle={evidence.cycle} gain={evidence.gain} fixEdge={evidence.fix_edge} />
      ) : (
        <p className="text-small text-soft">This type of loop is detected from metrics, not from traces.</p>
      )}
      <p className="mt-2 text-small">
        <span className="text-soft">Affected systems </span>
        {loop.affected_systems.join(', ')}
      </p>
    </Part>
  )
}

function Cause({ detail: { loop, evidence } }: { detail: LoopDetail }) {
  const { root_cause_analysis: cause } = loop
  return (
    <Part title="Root cause analysis">
      <p className="text-body">
        {cause.probable_cause} <span className="text-soft">({formatChance(cause.confidence)} confidence)</span>
      </p>
      <p className="mt-1 break-words text-small text-soft">{cause.technical_details}</p>
      {evidence.causes.length > 1 && (
        <p className="mt-1 text-small text-soft">
          Else:{' '}
          {evidence.causes
            .slice(1)
            .map(({ cause: causeText, probability }) => `${causeText} (${formatChance(probability)})`)
            .join(', ')}
        </p>
      )}
      {cause.suggested_fixes.length > 0 && (
        <ol className="mt-2 list-decimal space-y-1 pl-5 text-body marker:text-faint">
          {cause.suggested_fixes.map((fix) => (
            <li key={fix}>{fix}</li>
          ))}
        </ol>
      )}
    </Part>
  )
}

const stepLabels: Record<string, string> = {
  detected: 'Detected',
  reopened: 'Active again',
  resolved: 'Resolved',
  resolve: 'Marked as resolved',
  investigate: 'Investigating',
  acknowledge: 'Acknowledged',
  pause: 'Paused',
  stop: 'Stopped',
  undo: 'Undone',
  undo_left: 'Undo failed',
  undo_failed: 'Undo failed',
  act_failed: 'Action failed',
}

function Life({ detail: { steps } }: { detail: LoopDetail }) {
  return (
    <Part title="Activity">
      <ol className="space-y-1 text-small">
        {steps.map(({ event: stepName, actor_name, note, at }) => (
          <li key={`${at} ${stepName}`}>
            {stepLabels[stepName] ?? stepName}{' '}
            <span className="text-soft">
              by {actor_name}, {formatMoment(at)}
            </span>
            {note && <span className="block text-soft">{note}</span>}
          </li>
        ))}
      </ol>
    </Part>
  )
}
