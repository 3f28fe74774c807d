/** Prints detected loops as text, most severe first. */
import { loopSeverityWeight } from '@kept/domain/loop.ts'
import { loopTypeLabels } from '@kept/domain/loop-types.ts'
import type { Terminal } from '../terminal.ts'
import type { LoopScan, ScannedLoop } from './scan-files.ts'

export function printLoops(terminal: Terminal, { loops, suspected, scanned, dropped }: LoopScan): void {
  terminal.out(terminal.style('quiet', `${scanned.spans} spans, ${scanned.traces} traces, ${scanned.series} series\n`))
  for (const [reason, items] of Object.entries(dropped))
    terminal.out(terminal.style('watch', `Skipped: ${items} ${reason}\n`))
  if (loops.length === 0) terminal.out(`${terminal.style('good', 'No loops found.')}\n`)
  else terminal.out(`${terminal.style('bad', `${loops.length} ${loops.length === 1 ? 'loop' : 'loops'} found`)}\n`)
  const worstFirst = loops.toSorted(
    (a, b) => loopSeverityWeight[b.detection.severity] - loopSeverityWeight[a.detection.severity],
  )
  for (const loop of worstFirst) terminal.out(describe(terminal, loop))
  if (suspected.length > 0) {
    terminal.out(`\n${suspected.length} suspected ${suspected.length === 1 ? 'loop' : 'loops'}, not confirmed:\n`)
    for (const { detection } of suspected)
      terminal.out(
        `  ${loopTypeLabels[detection.loop_type].label}: ${detection.resource_name}; ${detection.root_cause_analysis.technical_details}\n`,
      )
  }
}

function describe(terminal: Terminal, { detection, evidence, spans }: ScannedLoop): string {
  const { cost_impact: cost, root_cause_analysis: cause } = detection
  const price =
    cost.estimated_hourly_cost === null
      ? 'cost unknown (add --prices)'
      : `${cost.estimated_hourly_cost} ${cost.currency} per hour${range(evidence.cost)}`
  return [
    '',
    `${terminal.style('strong', loopTypeLabels[detection.loop_type].label)}: ${detection.resource_name}${detection.region ? ` (${detection.region})` : ''}, ${detection.severity}, ${detection.status}`,
    `  since ${detection.detected_at}, ${detection.loop_metrics.iteration_count} iterations, ${price}`,
    `  ${cause.technical_details}`,
    `  most likely: ${cause.probable_cause} (${Math.round(cause.confidence * 100)}%)`,
    ...cause.suggested_fixes.map((fix) => `    - ${fix}`),
    ...spans.slice(0, maxSpans).map(spanLine),
    ...(evidence.trace_ids.length > 0 ? [`  traces: ${evidence.trace_ids.join(', ')}`] : []),
    '',
  ].join('\n')
}

const maxSpans = 8

function range(cost: ScannedLoop['evidence']['cost']): string {
  if (cost === null) return ''
  const sources = [...new Set(cost.lines.map(({ source }) => source))].join(', ')
  return ` (${cost.hourly_low} to ${cost.hourly_high}; prices: ${sources})`
}

function spanLine({
  span_id,
  parent_span_id,
  service,
  name,
  started_at,
  duration_ms,
  status,
}: ScannedLoop['spans'][number]) {
  const parent = parent_span_id === '' ? '' : `, parent ${parent_span_id}`
  return `    ${started_at} ${service} ${name}, ${duration_ms} ms${status === 'error' ? ', failed' : ''} (${span_id}${parent})`
}
