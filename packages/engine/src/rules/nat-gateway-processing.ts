import { compare, sum } from '@kept/domain/decimal.ts'
import { type Candidate, defineRule } from './define-rule.ts'
import { natMeters } from './nat-meters.ts'
import { pairedUsage } from './reading/companion-meters.ts'
import { ratio } from './reading/share.ts'
import { stillThere } from './reading/still-there.ts'
import { money, nameOf } from './reading/words.ts'

const thresholds = {
  times: {
    words: 'What passes through against what it costs to exist',
    value: 1,
    unit: 'times',
    source: 'Kept: from here on traffic, not the gateway, is what is paid for',
  },
} as const

/** Traffic that is charged for passing a NAT gateway, of which some could go another way for nothing. */
export const natGatewayProcessing = defineRule({
  id: 'nat-gateway-processing',
  title: 'Much traffic through a NAT gateway',
  explains:
    'Each gigabyte through a NAT gateway is charged. Traffic to the cloud’s own storage and tables can go through a gateway endpoint that costs nothing. A bill does not say where the traffic goes, so no saving is promised.',
  noun: { one: 'NAT gateway', many: 'NAT gateways' },
  appliesTo: ['aws', 'azure', 'gcp'],
  needs: ['resource_use'],
  thresholds,
  effort: 'medium',
  risk: 'low',
  reversible: true,
  permissions: [],
  judge({ resource_use }, { window, monthly }) {
    const gateways = pairedUsage(resource_use, natMeters, window)
    const candidates = gateways.flatMap(({ usage, being, working, workPerMonth }): Candidate[] => {
      const { place } = usage
      const [existing, passing] = [sum(being.map((row) => row.effective)), sum(working.map((row) => row.effective))]
      if (compare(existing, '0') <= 0 || ratio(passing, existing) < thresholds.times.value) return []
      if (!stillThere(usage.lastDay, window)) return []
      return [
        {
          place,
          part: 'traffic',
          summary: `${workPerMonth.toFixed(0)} GB a month pass ${nameOf(place)}, for ${monthly(passing, place.currency)}.`,
          cost: passing,
          saving: null,
          confidence: 0.5,
          evidence: [
            { label: 'Traffic', value: workPerMonth.toFixed(1), unit: 'GB a month' },
            { label: 'Charged for traffic', value: money(passing, place.currency) },
            { label: 'Charged for existing', value: money(existing, place.currency) },
          ],
          steps: [
            'Add gateway endpoints for S3 and DynamoDB (AWS), service endpoints (Azure) or private access (Google): they cost nothing.',
            'Read a day of flow logs for what remains: image pulls, telemetry, backups.',
            'Put the chattiest service behind a private endpoint if its traffic costs more than the endpoint.',
          ],
        },
      ]
    })
    return { candidates, lookedAt: gateways.length, whyNot: [] }
  },
})
