/** A question about costs, typed as one would ask it, as a view of the Cost Explorer. */
import type { GroupKey } from '@kept/domain/cost-query.ts'
import type { Grain } from '@kept/domain/cube.ts'
import type { DayWindow } from '@kept/ui/controls/DateRangePicker.tsx'
import { joinList, writeSearch } from '../url/search.ts'
import { readPeriod } from './read-period.ts'

interface Question {
  /** What the view shows: "Cost by region, AWS, October 2026". */
  title: string
  href: string
}

/** Words of a question that name what to group by; the first two count. */
const groupWords: readonly [RegExp, GroupKey, string][] = [
  [/\b(services?|products?)\b/, 'service', 'service'],
  [/\b((sub-?)?accounts?|subscriptions?|projects?)\b/, 'sub_account', 'account'],
  [/\bregions?\b/, 'region', 'region'],
  [/\b(providers?|clouds)\b/, 'provider', 'provider'],
  [/\b(resources?|instances|machines|vms)\b/, 'resource', 'resource'],
  [/\b(charge )?categor(y|ies)\b/, 'charge_category', 'charge category'],
]

const providers: readonly [RegExp, string][] = [
  [/\b(aws|amazon)\b/, 'AWS'],
  [/\b(azure|microsoft)\b/, 'Microsoft'],
  [/\b(gcp|google( cloud)?)\b/, 'Google Cloud'],
  [/\b(oracle|oci)\b/, 'Oracle'],
]

/** Short names of services, and the part of the name on the bill that they stand for. */
const services: readonly [RegExp, string][] = [
  [/\bec2\b/, 'Elastic Compute Cloud'],
  [/\bs3\b/, 'Simple Storage'],
  [/\brds\b/, 'Relational Database'],
  [/\beks\b/, 'Kubernetes'],
  [/\bvms?\b|\bvirtual machines?\b/, 'Virtual Machines'],
  ...['Lambda', 'DynamoDB', 'CloudWatch', 'Redshift', 'Glue', 'Bedrock', 'SageMaker', 'BigQuery', 'Kinesis'].map(
    (name): [RegExp, string] => [new RegExp(`\\b${name.toLowerCase()}\\b`), name],
  ),
]

const grainWords: readonly [RegExp, Grain][] = [
  [/\b(daily|(by|per|each|every) day)\b/, 'day'],
  [/\b(weekly|(by|per|each|every) week)\b/, 'week'],
  [/\b(monthly|(by|per|each|every) month)\b/, 'month'],
]

const moneyWords =
  /\b(costs?|costing|costl(y|iest)|spen[dt]|spending|paid|pay|bills?|billed|expensive|charges?|money)\b/
const changeWords =
  /\b(why|chang(e|es|ed)|increas(e|ed)|decreas(e|ed)|r[io]se|rising|gr[eo]w|more|less|higher|lower|vs|versus|compared?)\b/
const yearWords = /\b(year ago|previous year|year over year|yoy)\b/

/** `today` is the day of the reader. Null for what is no question about costs: a name, an ID, a single word. */
export function readQuestion(typed: string, today: string): Question | null {
  const text = typed
    .toLowerCase()
    .replaceAll(/[?!.,]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (!moneyWords.test(text) || !text.includes(' ')) return null
  const valuesOf = <Value>(rules: readonly (readonly [RegExp, Value])[]) =>
    rules.filter(([pattern]) => pattern.test(text)).map(([, value]) => value)
  const [provider] = valuesOf(providers)
  const [service] = valuesOf(services)
  const [grain] = valuesOf(grainWords)
  const period = readPeriod(text, today)
  const groups = groupWords.filter(([pattern]) => pattern.test(withoutServices(text)))
  const compare = yearWords.test(text) ? 'previous_year' : changeWords.test(text) ? 'previous_period' : ''
  const top = /\btop (\d{1,2})\b/.exec(text)?.[1] ?? ''
  const isUnderstood = provider || service || grain || period || groups.length > 0 || compare || top
  if (!isUnderstood) return null
  const dimensions = groups.length > 0 ? groups.slice(0, 2) : defaultGroup(service)
  return {
    title: titleOf({ groups: dimensions.map(([, , label]) => label), service, provider, period, compare }),
    href: `/costs${writeSearch({
      ...{ by: dimensions.map(([, key]) => key).join(',') },
      ...{ f: filtersOf(provider, service), from: period?.window.from, to: period?.window.to },
      ...{ compare, grain, top },
    })}`,
  }
}

/** "Virtual machines" is a service there, and no question for resources. */
const withoutServices = (text: string) => text.replace(/\bvirtual machines?\b|\bvms\b/g, '')

function defaultGroup(service: string | undefined): (typeof groupWords)[number][] {
  return service ? [[/./, 'sub_account', 'account']] : [[/./, 'service', 'service']]
}

function filtersOf(provider: string | undefined, service: string | undefined): string {
  const filters = [
    ...(provider ? [['provider', 'is', provider]] : []),
    ...(service ? [['service', 'contains', service]] : []),
  ]
  return joinList(
    filters.map((filter) => joinList(filter, '|')),
    ',',
  )
}

interface Parts {
  groups: string[]
  service: string | undefined
  provider: string | undefined
  period: { label: string; window: DayWindow } | null
  compare: string
}

function titleOf({ groups, service, provider, period, compare }: Parts): string {
  const against = { previous_period: 'against the period before', previous_year: 'against the year before' }[compare]
  return [`Cost by ${groups.join(' and ')}`, service, provider, period?.label, against].filter(Boolean).join(', ')
}
