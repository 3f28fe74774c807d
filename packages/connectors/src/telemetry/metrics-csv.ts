/** Metrics as CSV: `timestamp,value`, with columns for resource and metric, or one column for each metric. */
import type { MetricPoint, TelemetrySink } from '@kept/domain/span.ts'
import { timeOf } from './csv-time.ts'
import { resourceNamed, resourceOf } from './resource-of.ts'

const timeNames = ['timestamp', 'time', 'datetime', 'date', 'timeunixnano', 'starttime', 'ts']
const resourceNames = [
  'resourceid',
  'resource',
  'resourcename',
  'instance',
  'instanceid',
  'host',
  'pod',
  'podname',
  'service',
  'servicename',
  'function',
  'functionname',
  'queue',
  'queuename',
  'group',
  'autoscalinggroup',
  'deployment',
  'node',
  'container',
]
const metricNames = ['metric', 'metricname', 'name', 'measure']
const valueNames = ['value', 'metricvalue', 'average', 'sum', 'maximum', 'reading']
const unitNames = ['unit', 'units']
/** Columns of remarks, which are not metrics. */
const labelNames = [
  'label',
  'isanomaly',
  'anomaly',
  'class',
  'type',
  'provider',
  'cloudprovider',
  'region',
  'cloudregion',
  'resourcetype',
]

interface MetricColumns {
  time: number
  resource: number
  metric: number
  value: number
  unit: number
  /** Columns that are metrics. */
  wideColumns: number[]
  names: string[]
  provider: number
  region: number
  kind: number
}

/** The columns of a metrics header; undefined for other headers. */
export function metricColumns(header: readonly string[]): MetricColumns | undefined {
  const names = header.map((name) => name.trim().replace(/^\uFEFF/, ''))
  const normalizedNames = names.map((name) => name.replace(/[^a-z]/gi, '').toLowerCase())
  const find = (spellings: string[]) =>
    spellings.map((name) => normalizedNames.indexOf(name)).find((index) => index !== -1) ?? -1
  const [time, resource, metric, value, unit] = [timeNames, resourceNames, metricNames, valueNames, unitNames].map(
    find,
  ) as [number, number, number, number, number]
  if (time === -1) return undefined
  const usedColumns = new Set([time, resource, metric, unit])
  const wideColumns =
    value === -1 || metric === -1
      ? names
          .map((_, index) => index)
          .filter(
            (index) => !usedColumns.has(index) && index !== value && !labelNames.includes(normalizedNames[index] ?? ''),
          )
      : []
  if (value === -1 && wideColumns.length === 0) return undefined
  return {
    time,
    resource,
    metric,
    value,
    unit,
    // With a value column, other columns are labels; without one, they are metrics.
    wideColumns: value === -1 ? wideColumns : [],
    names,
    provider: normalizedNames.findIndex((name) => name === 'provider' || name === 'cloudprovider'),
    region: normalizedNames.findIndex((name) => name === 'region' || name === 'cloudregion'),
    kind: normalizedNames.indexOf('resourcetype'),
  }
}

/** A reader of rows; `fileName` names the series where no column does. */
export function metricRowReader(columns: MetricColumns, fileName: string, sink: TelemetrySink) {
  const base = (fileName.split(/[/\\]/).at(-1) ?? fileName).replace(/\.(csv|tsv|txt)?(\.gz)?$/i, '')
  const resources = new Map<string, MetricPoint['resource']>()
  const resourceOfRow = (row: string[]) => {
    const name = columns.resource === -1 ? base : (row[columns.resource] ?? '').trim() || base
    if (columns.provider === -1 && columns.region === -1 && columns.kind === -1)
      return columns.resource === -1 ? resourceWithoutParts(base) : resourceNamed(name)
    const key = [name, row[columns.provider], row[columns.region], row[columns.kind]].join('\n')
    const cached = resources.get(key)
    if (cached) return cached
    const created = resourceOf(
      new Map([
        ['resource_id', name],
        ['service.name', name],
        ['cloud.provider', row[columns.provider] ?? ''],
        ['cloud.region', row[columns.region] ?? ''],
        ['resource_type', row[columns.kind] ?? ''],
      ]),
    )
    if (resources.size < 20_000) resources.set(key, created)
    return created
  }
  const emit = (row: string[], metric: string, cell: string | undefined, timeMs: number) => {
    // An empty cell is a gap, which is allowed; text is not a number.
    if (cell === undefined || cell.trim() === '') return
    const value = Number(cell)
    if (!Number.isFinite(value)) {
      sink.reject(1, 'metric points without a number')
      return
    }
    sink.metric({
      resource: resourceOfRow(row),
      metric,
      series: '',
      unit: columns.unit === -1 ? '' : (row[columns.unit] ?? ''),
      kind: kindOf(metric),
      timeMs,
      value,
    })
  }
  return (row: string[]): void => {
    const timeMs = timeOf(row[columns.time])
    if (!(timeMs > 0)) {
      sink.reject(1, 'rows without a time')
      return
    }
    if (columns.value === -1)
      for (const index of columns.wideColumns) emit(row, columns.names[index] ?? '', row[index], timeMs)
    else
      emit(row, columns.metric === -1 ? base : (row[columns.metric] ?? '').trim() || base, row[columns.value], timeMs)
  }
}

/** The file name is used unchanged as the resource: its digits are not a replica's. */
function resourceWithoutParts(base: string): MetricPoint['resource'] {
  return resourceOf(new Map([['service.name', base]]))
}

/** Conventions of Prometheus and CloudWatch: `_total` is cumulative; all other CSV values are of their moment. */
function kindOf(metric: string): MetricPoint['kind'] {
  return /_total$/.test(metric) ? 'cumulative' : 'gauge'
}
