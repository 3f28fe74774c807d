/**
 * `docs/guides/rule-sources.md`: which savings rule knows what from which connection. What a rule reads stands in its
 * declaration; what a connection writes is read from its ports and its metric sources. Run it to write the page again;
 * a test fails when the page is not current.
 */
import { writeFileSync } from 'node:fs'
import { sourcesByType as awsSources } from '@kept/connectors/aws/live/metric-sources.ts'
import { metricsByType as azureMetrics } from '@kept/connectors/azure/live/metric-sources.ts'
import { sourcesByType as gcpSources } from '@kept/connectors/gcp/live/metric-sources.ts'
import { containerMetrics } from '@kept/connectors/kubernetes/live/metrics.ts'
import { metricsByType as ociMetrics } from '@kept/connectors/oci/live/metrics.ts'
import type { KnownMetric } from '@kept/domain/metric.ts'
import { allRules } from '@kept/engine/rules/all.ts'
import type { Rule } from '@kept/engine/rules/define-rule.ts'
import { unreadFacts } from '@kept/engine/rules/unread-facts.ts'
import { keysOf } from '@kept/foundation/keys.ts'
import { attributesWritten } from './cloud-check-coverage.ts'

export const ruleSourcesGuide = 'docs/guides/rule-sources.md'

const clouds = { aws: 'AWS', azure: 'Azure', gcp: 'Google Cloud', oci: 'Oracle Cloud', any: 'Kubernetes' } as const
export type Cloud = keyof typeof clouds
const cloudNames = Object.keys(clouds) as Cloud[]

type MetricsByType = Readonly<Record<string, readonly KnownMetric[]>>

const metrics: Readonly<Record<Cloud, MetricsByType>> = {
  aws: metricsOf(awsSources),
  azure: azureMetrics,
  gcp: metricsOf(gcpSources),
  oci: ociMetrics,
  any: { Container: keysOf(containerMetrics) },
}

const written = Object.fromEntries(
  cloudNames.map((cloud) => [cloud, attributesWritten(cloud === 'any' ? 'kubernetes' : cloud)]),
)

function metricsOf(sources: Readonly<Record<string, readonly { metric: KnownMetric }[]>>): MetricsByType {
  return Object.fromEntries(
    Object.entries(sources).map(([type, entries]) => [type, entries.map(({ metric }) => metric)]),
  )
}

/** Rules that a bill alone does not feed. */
export const rulesWithReads = allRules.filter((rule) => rule.reads !== undefined)

/** What the rule reads and the connection of this cloud writes of none of its types: "inventory", metrics, attributes. */
export function missingFacts({ reads }: Rule, cloud: Cloud): string[] {
  if (!reads) return []
  const types = written[cloud] ?? new Map<string, ReadonlySet<string>>()
  const listed = reads.types.filter((type) => types.has(type))
  if (listed.length === 0) return ['inventory']
  return [
    ...reads.metrics.filter((metric) => !listed.some((type) => metrics[cloud][type]?.includes(metric))),
    ...reads.attributes.filter((attribute) => !listed.some((type) => types.get(type)?.has(attribute))),
  ]
}

/** Types whose metrics are read, and which no list of the same connection has. */
export function unlistedTypes(): string[] {
  return cloudNames.flatMap((cloud) =>
    Object.keys(metrics[cloud])
      .filter((type) => !written[cloud]?.has(type))
      .map((type) => `${cloud} ${type}`),
  )
}

function cellOf(rule: Rule, cloud: Cloud): string {
  if (!rule.providers.includes(cloud)) return ''
  return missingFacts(rule, cloud).length === 0 ? 'yes' : unreadFacts.some(decides(rule, cloud)) ? 'file' : 'part'
}

/** Without it, the rule evaluates nothing there. */
function decides({ id }: Rule, cloud: Cloud) {
  return (unread: (typeof unreadFacts)[number]) => unread.rule === id && unread.cloud === cloud && unread.isDecisive
}

export function makeRuleSourcesGuide(): string {
  const rows = rulesWithReads.map(
    (rule) => `| \`${rule.id}\` | ${rule.title} | ${cloudNames.map((cloud) => cellOf(rule, cloud)).join(' | ')} |`,
  )
  const reasons = unreadFacts.map(
    ({ rule, cloud, fact, reason }) => `| \`${rule}\` | ${clouds[cloud]} | ${fact.replaceAll('_', ' ')} | ${reason} |`,
  )
  return `# What savings rules know from a connection

Most savings rules read the bill and nothing else. These also read what resources are and what they did, which a connection to a cloud brings.

- **yes**: the connection brings all that the rule reads.
- **part**: the rule works, and knows less than it could. The second table says what is missing.
- **file**: the rule evaluates nothing on this cloud until metrics or an inventory are imported.
- An empty cell: the rule is not about this cloud.

The page of a connection lists the rules that lacked facts in your account, with the permission that is missing.

| Rule | Title | ${Object.values(clouds).join(' | ')} |
| --- | --- | ${cloudNames.map(() => '---').join(' | ')} |
${rows.join('\n')}

## What no connection brings

| Rule | Cloud | Missing | Why |
| --- | --- | --- | --- |
${reasons.join('\n')}
`
}

if (import.meta.main) writeFileSync(ruleSourcesGuide, makeRuleSourcesGuide())
