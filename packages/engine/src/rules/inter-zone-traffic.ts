import { compare, sum } from '@kept/domain/decimal.ts'
import { type Candidate, defineRule } from './define-rule.ts'
import { groupRows } from './reading/group-rows.ts'
import { says } from './reading/says.ts'
import { ratio } from './reading/share.ts'
import { placeOf, quantityOf } from './reading/usage-by-resource.ts'
import { money, percent } from './reading/words.ts'

const betweenZones =
  /DataTransfer-Regional-Bytes|DataTransfer-xAZ|regional data transfer|Inter[- ]?(?:Availability )?Zone|Inter[- ]?AZ|Intra-Region Data Transfer/i

const thresholds = {
  share: {
    words: 'Share of the region’s whole cost',
    value: 0.03,
    unit: 'of its cost',
    source: 'Kept: beyond three percent, traffic between zones is a design question',
  },
  amount: { words: 'Least cost worth a look', value: 10, unit: 'of the currency a month', source: 'Kept' },
} as const

/** Traffic between the zones of one region. */
export const interZoneTraffic = defineRule({
  id: 'inter-zone-traffic',
  title: 'Much traffic between zones',
  explains:
    'Traffic between two zones of one region is charged on both sides. Some of it is the price of being safe against the loss of a zone; much of it is a service that calls its neighbour in the wrong zone. A bill cannot tell which, so no saving is promised.',
  noun: { one: 'region with traffic between zones', many: 'regions with traffic between zones' },
  appliesTo: ['aws', 'azure', 'gcp'],
  needs: ['resource_use'],
  thresholds,
  effort: 'medium',
  risk: 'medium',
  reversible: true,
  permissions: [],
  judge({ resource_use }, { window, monthly }) {
    const regions = groupRows(resource_use, (row) => [
      row.currency,
      row.provider,
      row.billing_account_id,
      row.sub_account_id,
      row.region,
    ])
    let lookedAt = 0
    const candidates = regions.flatMap((rows): Candidate[] => {
      const between = rows.filter((row) => says(row, betweenZones))
      const [first] = between
      if (!first) return []
      lookedAt += 1
      const cost = sum(between.map((row) => row.effective))
      const part = ratio(cost, sum(rows.map((row) => row.effective)))
      const least = (thresholds.amount.value * window.days) / 30
      if (part < thresholds.share.value || compare(cost, String(least)) < 0) return []
      const gigabytes = quantityOf(between)
      const talkers = [...between].sort((a, b) => compare(b.effective, a.effective)).slice(0, 3)
      return [
        {
          place: {
            ...placeOf(first),
            resource_id: '',
            resource_name: `Between the zones of ${first.region}`,
            resource_type: '',
          },
          part: 'traffic between zones',
          summary: `Traffic between the zones of ${first.region} costs ${monthly(cost, first.currency)}, ${percent(part)} of everything there.`,
          cost,
          saving: null,
          confidence: 0.5,
          evidence: [
            { label: 'Cost in the window', value: money(cost, first.currency) },
            { label: 'Share of the region’s cost', value: percent(part) },
            ...(gigabytes === null
              ? []
              : [{ label: 'Traffic in the window', value: gigabytes, unit: first.pricing_unit }]),
            ...talkers.map((row) => ({
              label: row.resource_name || row.resource_id || row.service,
              value: money(row.effective, row.currency),
            })),
          ],
          steps: [
            'Let services prefer a neighbour in their own zone (Kubernetes: topology aware routing; load balancers: cross-zone off).',
            'Let databases and caches be read in the zone of the reader.',
            'Keep what stands in several zones for safety.',
          ],
        },
      ]
    })
    return { candidates, lookedAt, whyNot: [] }
  },
})
