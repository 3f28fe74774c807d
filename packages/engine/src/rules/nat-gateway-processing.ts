import { compare, sum } from '@kept/foundation/decimal.ts'
import { type Candidate, defineRule } from './define-rule.ts'
import { natMeters } from './nat-meters.ts'
import { pairedUsage } from './reading/companion-meters.ts'
import { money, nameOf } from './reading/labels.ts'
import { stillThere } from './reading/last-seen.ts'
import { ratio } from './reading/share.ts'

const thresholds = {
  times: {
    label: 'Data charges vs. hourly charges',
    value: 1,
    unit: 'times',
    source: 'Kept: from here on you mostly pay for traffic, not for the gateway',
  },
} as const

/** Traffic that is charged for passing a NAT gateway, of which some could go another way for nothing. */
export const natGatewayProcessing = defineRule({
  id: 'nat-gateway-processing',
  title: 'High NAT gateway data charges',
  description:
    'A NAT gateway bills for each gigabyte it processes. Traffic to the provider’s own storage and tables can use a free gateway endpoint. The bill does not show where the traffic goes, so savings are not estimated.',
  noun: { singular: 'NAT gateway', plural: 'NAT gateways' },
  providers: ['aws', 'azure', 'gcp'],
  needs: ['resource_usage'],
  thresholds,
  effort: 'medium',
  risk: 'low',
  reversible: true,
  permissions: [],
  evaluate({ resource_usage }, { window, monthly }) {
    const gateways = pairedUsage(resource_usage, natMeters, window)
    const candidates = gateways.flatMap(({ usage, uptime, working, workPerMonth }): Candidate[] => {
      const { location } = usage
      const [existing, passing] = [sum(uptime.map((row) => row.effective)), sum(working.map((row) => row.effective))]
      if (compare(existing, '0') <= 0 || ratio(passing, existing) < thresholds.times.value) return []
      if (!stillThere(usage.lastDay, window)) return []
      return [
        {
          location,
          part: 'traffic',
          summary: `${nameOf(location)} processes ${workPerMonth.toFixed(0)} GB a month for ${monthly(passing, location.currency)}.`,
          cost: passing,
          saving: null,
          confidence: 0.5,
          evidence: [
            { label: 'Traffic', value: workPerMonth.toFixed(1), unit: 'GB a month' },
            { label: 'Data charges', value: money(passing, location.currency) },
            { label: 'Hourly charge', value: money(existing, location.currency) },
          ],
          steps: [
            'Add gateway endpoints for S3 and DynamoDB (AWS), service endpoints (Azure), or Private Google Access (Google). They are free.',
            'Check a day of flow logs for the rest: image pulls, telemetry, backups.',
            'Use a private endpoint for the service with the most traffic if that traffic costs more than the endpoint.',
          ],
        },
      ]
    })
    return { candidates, evaluatedCount: gateways.length, skipReasons: [] }
  },
})
