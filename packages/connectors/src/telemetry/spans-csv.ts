/**
 * Spans as CSV: TraceID, SpanID, ParentID, PodName, OperationName, StartTimeUnixNano, EndTimeUnixNano, Duration; any
 * more columns are attributes.
 */
import type { TelemetrySink } from '@kept/domain/span.ts'
import { entriesOf } from '@kept/foundation/keys.ts'
import { timeOf } from './csv-time.ts'
import { type Attributes, resourceNamed, resourceOf } from './resource-of.ts'
import { otlpKinds, spanOf } from './span-draft.ts'
import { isMeaningful, noteAttribute } from './span-facts.ts'

const spellings = {
  trace: ['traceid', 'trace'],
  span: ['spanid', 'id'],
  parent: ['parentid', 'parentspanid', 'parentspan', 'parent'],
  pod: ['podname', 'pod', 'instance', 'cmdbid', 'resourceid', 'resource'],
  service: ['servicename', 'service'],
  operation: ['operationname', 'operation', 'spanname', 'name'],
  start: ['starttimeunixnano', 'starttime', 'start', 'timestamp', 'startedat'],
  end: ['endtimeunixnano', 'endtime', 'end', 'endedat'],
  duration: ['durationms', 'duration', 'durationus', 'elapsedtime'],
  kind: ['spankind', 'kind'],
  status: ['statuscode', 'status', 'error'],
} as const
type Column = keyof typeof spellings

const root = /^(root|null|none|nan|0*|-1)$/i

/** The columns of a spans header; undefined for other headers. */
export function spanColumns(header: readonly string[]): Map<Column, number> | undefined {
  const normalizedNames = header.map((name) =>
    name
      .trim()
      .replace(/^\uFEFF/, '')
      .replace(/[^a-z]/gi, '')
      .toLowerCase(),
  )
  const columns = new Map<Column, number>()
  for (const [column, names] of entriesOf(spellings)) {
    const position = names.map((name) => normalizedNames.indexOf(name)).find((index) => index !== -1)
    if (position !== undefined) columns.set(column, position)
  }
  return columns.has('trace') && columns.has('span') && columns.has('start') && columns.has('operation')
    ? columns
    : undefined
}

/** A reader of rows for this header. */
export function spanRowReader(header: readonly string[], columns: Map<Column, number>, sink: TelemetrySink) {
  const used = new Set(columns.values())
  const names = header.map((name) => name.trim())
  const spanAttributes = names
    .map((name, index) => ({ name, index }))
    .filter(({ name, index }) => !used.has(index) && isMeaningful(name))
  const resourceAttributes = names
    .map((name, index) => ({ name, index }))
    .filter(({ name, index }) => !used.has(index) && /^(cloud|faas|k8s|service)[._]/.test(name))
  const resources = new Map<string, ReturnType<typeof resourceOf>>()
  const cell = (row: string[], column: Column) => {
    const position = columns.get(column)
    return position === undefined ? '' : (row[position] ?? '').trim()
  }
  const durationName = columns.has('duration') ? (names[columns.get('duration') ?? 0] ?? '').toLowerCase() : ''

  const resourceOfRow = (row: string[]) => {
    const [pod, service] = [cell(row, 'pod'), cell(row, 'service')]
    if (resourceAttributes.length === 0) return service ? resourceNamed(service, pod) : resourceNamed(pod || 'unknown')
    const key = [pod, service, ...resourceAttributes.map(({ index }) => row[index])].join('\n')
    const cached = resources.get(key)
    if (cached) return cached
    const attributes: Attributes = new Map(
      resourceAttributes.map(({ name, index }) => [name.replace(/_/g, '.'), row[index] ?? '']),
    )
    for (const { name, index } of resourceAttributes) attributes.set(name, row[index] ?? '')
    if (service) attributes.set('service.name', service)
    if (pod) attributes.set('k8s.pod.name', pod)
    const created = resourceOf(attributes)
    if (resources.size < 20_000) resources.set(key, created)
    return created
  }

  return (row: string[]): void => {
    if (row.length < used.size) {
      sink.reject(1, 'rows with too few cells')
      return
    }
    const startMs = timeOf(cell(row, 'start'))
    const parent = cell(row, 'parent')
    const status = cell(row, 'status')
    let facts: Record<string, never> | undefined
    for (const { name, index } of spanAttributes) {
      const value = row[index]
      if (value === undefined || value === '') continue
      facts ??= {}
      noteAttribute(facts, name, value)
    }
    if (/^\d{3}$/.test(status)) {
      facts ??= {}
      noteAttribute(facts, 'http.response.status_code', status)
    }
    const duration = Number(cell(row, 'duration')) || 0
    // Without an end the duration is used: microseconds unless its name says otherwise, as tracers write it.
    const durationMs = /ms|milli/.test(durationName) ? duration : duration / 1000
    const end = timeOf(cell(row, 'end'))
    const span = spanOf(
      {
        traceId: cell(row, 'trace'),
        spanId: cell(row, 'span'),
        parentSpanId: root.test(parent) ? '' : parent,
        name: cell(row, 'operation'),
        kind:
          otlpKinds.find((kind) => kind === cell(row, 'kind').replace('SPAN_KIND_', '').toLowerCase()) ?? 'unspecified',
        status: /^(error|2|status_code_error|true|failed|failure)$/i.test(status)
          ? 'error'
          : /^(ok|1|status_code_ok|success)$/i.test(status)
            ? 'ok'
            : 'unset',
        startMs,
        endMs: Number.isNaN(end) ? startMs + durationMs : end,
        traceState: '',
        links: undefined,
        facts,
        probability: 1,
      },
      resourceOfRow(row),
    )
    if (typeof span === 'string') sink.reject(1, span)
    else sink.span(span)
  }
}
