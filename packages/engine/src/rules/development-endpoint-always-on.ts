import type { ResourceUse } from '@kept/domain/facts.ts'
import { type Candidate, defineRule } from './define-rule.ts'
import { shareOfCost } from './reading/calculation.ts'
import { daysBetween } from './reading/days.ts'
import { offHours } from './reading/office-hours.ts'
import { says } from './reading/says.ts'
import { stillThere } from './reading/still-there.ts'
import { type UsageOfResource, usageByResource } from './reading/usage-by-resource.ts'
import { nameOf, percent } from './reading/words.ts'

/** Machines that exist for a person who sits in front of them. */
const interactive =
  /DEVED-DPU-Hour|development endpoint|Glue.*Interactive|Notebk:|NotebookInstance|Studio[:-]|KernelGateway|JupyterLab|Notebook(?:s)? (?:Instance|Hour|Core|vCPU)|Vertex(?: AI)? Workbench|All-purpose Compute|All-Purpose|Compute Instance|Dev ?Box|WorkSpaces|Cloud Workstations/i

const thresholds = {
  hours: {
    words: 'Hours it was charged',
    value: 0.8,
    unit: 'of all hours since it was made',
    source: 'Kept: a person’s week of 40 hours is 24 % of the hours',
  },
  days: {
    words: 'Days it was charged',
    value: 7,
    unit: 'days',
    source: 'Kept: a whole week, so that a weekend is in it',
  },
  week: {
    words: 'Hours a person works in a week',
    value: 40,
    unit: 'of 168 hours',
    source: 'AWS Glue: development endpoints are charged while they exist and should be deleted when not in use',
  },
} as const

/** Notebooks, development endpoints and workstations that are on around the clock. */
export const developmentEndpointAlwaysOn = defineRule({
  id: 'development-endpoint-always-on',
  title: 'Development endpoint or notebook always on',
  explains:
    'Notebooks and development endpoints are charged for as long as they exist, whether or not somebody works in them. One that was charged in nearly every hour of day and night was forgotten.',
  noun: { one: 'development endpoint', many: 'development endpoints' },
  appliesTo: ['aws', 'azure', 'gcp'],
  needs: ['resource_use'],
  thresholds,
  effort: 'low',
  risk: 'low',
  reversible: true,
  permissions: [],
  judge({ resource_use }, { window, monthly }) {
    const isInteractive = (row: ResourceUse) => says(row, interactive) || interactive.test(row.resource_type)
    const endpoints = usageByResource(resource_use, isInteractive)
    let daily = 0
    const candidates = endpoints.flatMap((endpoint): Candidate[] => {
      if (!stillThere(endpoint.lastDay, window) || endpoint.days < thresholds.days.value) return []
      if (endpoint.hours === 0) daily += 1
      const onShare = shareOfHours(endpoint)
      if (onShare < thresholds.hours.value) return []
      const { place, effective } = endpoint
      return [
        {
          place,
          summary: `${nameOf(place)} was on ${percent(onShare)} of the time, nights and weekends included, since ${endpoint.firstDay}. It costs ${monthly(effective, place.currency)}.`,
          cost: effective,
          saving: shareOfCost(
            { label: 'Cost in the window', amount: effective, currency: place.currency },
            'Share of its hours that are saved',
            { low: offHours / 168, mid: 1 - thresholds.week.value / 168, high: 1 },
          ),
          confidence: 0.85,
          evidence: [
            { label: 'Hours charged', value: String(endpoint.hours) },
            { label: 'Share of all hours since its first', value: percent(onShare) },
            { label: 'Meter', value: endpoint.rows[0]?.meter || endpoint.rows[0]?.description || '' },
          ],
          steps: [
            'Ask whoever made it whether it is still needed.',
            'If not, delete it; what is in its repository or bucket stays.',
            'If it is, let it stop when idle or outside working hours.',
          ],
        },
      ]
    })
    const whyNot = daily > 0 ? [`${daily} are billed by the day: their nights cannot be seen.`] : []
    return { candidates, lookedAt: endpoints.length, whyNot }
  },
})

function shareOfHours({ hours, firstDay, lastDay }: UsageOfResource): number {
  return Math.min(1, hours / (24 * (daysBetween(firstDay, lastDay) + 1)))
}
