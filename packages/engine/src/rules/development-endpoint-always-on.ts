import type { ResourceUse } from '@kept/domain/facts.ts'
import { daysBetween } from '@kept/foundation/calendar/day.ts'
import { formatDay } from '@kept/foundation/format/day.ts'
import { type Candidate, defineRule } from './define-rule.ts'
import { shareOfCost } from './reading/calculation.ts'
import { nameOf, percent } from './reading/labels.ts'
import { stillThere } from './reading/last-seen.ts'
import { matchesUsage } from './reading/matches-usage.ts'
import { offHours } from './reading/office-hours.ts'
import { type UsageOfResource, usageByResource } from './reading/usage-by-resource.ts'

/** Machines that exist for a person who sits in front of them. */
const interactive =
  /DEVED-DPU-Hour|development endpoint|Glue.*Interactive|Notebk:|NotebookInstance|Studio[:-]|KernelGateway|JupyterLab|Notebook(?:s)? (?:Instance|Hour|Core|vCPU)|Vertex(?: AI)? Workbench|All-purpose Compute|All-Purpose|Compute Instance|Dev ?Box|WorkSpaces|Cloud Workstations/i

const thresholds = {
  hours: {
    label: 'Hours billed',
    value: 0.8,
    unit: 'of all hours since it was created',
    source: 'Kept: a 40-hour work week is 24% of all hours',
  },
  days: {
    label: 'Days billed',
    value: 7,
    unit: 'days',
    source: 'Kept: a full week, with a weekend',
  },
  week: {
    label: 'Work week',
    value: 40,
    unit: 'of 168 hours',
    source: 'AWS Glue: delete development endpoints that are not in use; they bill while they exist',
  },
} as const

/** Notebooks, development endpoints and workstations that are on around the clock. */
export const developmentEndpointAlwaysOn = defineRule({
  id: 'development-endpoint-always-on',
  title: 'Development endpoint always on',
  description:
    'Notebooks and development endpoints bill for as long as they run, whether or not anyone uses them. This one runs almost around the clock.',
  noun: { singular: 'development endpoint', plural: 'development endpoints' },
  providers: ['aws', 'azure', 'gcp'],
  needs: ['resource_usage'],
  thresholds,
  effort: 'low',
  risk: 'low',
  reversible: true,
  permissions: [],
  evaluate({ resource_usage }, { window, monthly }) {
    const isInteractive = (row: ResourceUse) => matchesUsage(row, interactive) || interactive.test(row.resource_type)
    const endpoints = usageByResource(resource_usage, isInteractive)
    let daily = 0
    const candidates = endpoints.flatMap((endpoint): Candidate[] => {
      if (!stillThere(endpoint.lastDay, window) || endpoint.days < thresholds.days.value) return []
      if (endpoint.hours === 0) daily += 1
      const onShare = shareOfHours(endpoint)
      if (onShare < thresholds.hours.value) return []
      const { location, effective } = endpoint
      return [
        {
          location,
          summary: `${nameOf(location)} has run ${percent(onShare)} of the time, nights and weekends included, since ${formatDay(endpoint.firstDay)}. It costs ${monthly(effective, location.currency)}.`,
          cost: effective,
          saving: shareOfCost(
            { label: 'Cost in the window', amount: effective, currency: location.currency },
            'Share of hours saved',
            { low: offHours / 168, mid: 1 - thresholds.week.value / 168, high: 1 },
          ),
          confidence: 0.85,
          evidence: [
            { label: 'Hours billed', value: String(endpoint.hours) },
            { label: 'Share of all hours since it started', value: percent(onShare) },
            { label: 'Meter', value: endpoint.rows[0]?.meter || endpoint.rows[0]?.description || '' },
          ],
          steps: [
            'Ask its creator whether it is still needed.',
            'If not, delete it. Its repository and bucket stay.',
            'If so, stop it when idle or outside working hours.',
          ],
        },
      ]
    })
    const skipReasons = daily > 0 ? [`Needs hourly billing (${daily} endpoints are billed by the day).`] : []
    return { candidates, evaluatedCount: endpoints.length, skipReasons }
  },
})

function shareOfHours({ hours, firstDay, lastDay }: UsageOfResource): number {
  return Math.min(1, hours / (24 * (daysBetween(firstDay, lastDay) + 1)))
}
