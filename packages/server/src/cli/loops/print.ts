/** Loops for a person: what, where, how sure, what to do; the surest first. */
import { loopSeverityWeight, loopTypeWords } from '@kept/domain/loop.ts'
import type { Terminal } from '../terminal.ts'
import type { Found, Shown } from './scan-files.ts'

export function printLoops(terminal: Terminal, { loops, suspected, scanned, dropped }: Found): void {
  terminal.out(terminal.style('quiet', `${scanned.spans} spans, ${scanned.traces} traces, ${scanned.series} series\n`))
  for (const [why, items] of Object.entries(dropped))
    terminal.out(terminal.style('watch', `left out: ${items} ${why}\n`))
  if (loops.length === 0) terminal.out(`${terminal.style('good', 'No loops found.')}\n`)
  else terminal.out(`${terminal.style('bad', `${loops.length} loop(s) found`)}\n`)
  const worstFirst = loops.toSorted(
    (a, b) => loopSeverityWeight[b.detection.severity] - loopSeverityWeight[a.detection.severity],
  )
  for (const loop of worstFirst) terminal.out(describe(terminal, loop))
  if (suspected.length > 0) {
    terminal.out(`\n${suspected.length} suspected, not confirmed:\n`)
    for (const { detection: one } of suspected)
      terminal.out(
        `  ${loopTypeWords[one.loop_type].label}: ${one.resource_name}; ${one.root_cause_analysis.technical_details}\n`,
      )
  }
}

function describe(terminal: Terminal, { detection: one, evidence, spans }: Shown): string {
  const { cost_impact: cost, root_cause_analysis: cause } = one
  const price =
    cost.estimated_hourly_cost === null
      ? 'cost unknown (give --prices)'
      : `${cost.estimated_hourly_cost} ${cost.currency} per hour${range(evidence.cost)}`
  return [
    '',
    `${terminal.style('strong', loopTypeWords[one.loop_type].label)}: ${one.resource_name}${one.region ? ` (${one.region})` : ''}, ${one.severity}, ${one.status}`,
    `  since ${one.detected_at}, ${one.loop_metrics.iteration_count} iterations, ${price}`,
    `  ${cause.technical_details}`,
    `  probably: ${cause.probable_cause} (${Math.round(cause.confidence * 100)} %)`,
    ...cause.suggested_fixes.map((fix) => `    - ${fix}`),
    ...spans.slice(0, mostSpans).map(spanLine),
    ...(evidence.trace_ids.length > 0 ? [`  traces: ${evidence.trace_ids.join(', ')}`] : []),
    '',
  ].join('\n')
}

const mostSpans = 8

function range(cost: Shown['evidence']['cost']): string {
  if (cost === null) return ''
  const sources = [...new Set(cost.lines.map(({ source }) => source))].join(', ')
  return ` (${cost.hourly_low} to ${cost.hourly_high}; prices: ${sources})`
}

function spanLine({ span_id, parent_span_id, service, name, started_at, duration_ms, status }: Shown['spans'][number]) {
  const below = parent_span_id === '' ? '' : ` below ${parent_span_id}`
  return `    ${started_at} ${service} ${name}, ${duration_ms} ms${status === 'error' ? ', failed' : ''} (${span_id}${below})`
}
