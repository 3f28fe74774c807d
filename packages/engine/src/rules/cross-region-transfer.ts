import { compare, sum } from '@kept/domain/decimal.ts'
import { type Candidate, defineRule } from './define-rule.ts'
import { groupRows } from './reading/group-rows.ts'
import { says } from './reading/says.ts'
import { mainRow, placeOf } from './reading/usage-by-resource.ts'
import { money } from './reading/words.ts'

const betweenRegions =
  /AWS-(?:In|Out)-Bytes|-AWS-Out-Bytes|Inter.?Region|Between Regions|Intercontinental|Region to Region|Inter Continent/i

const thresholds = {
  cost: {
    words: 'Cost of traffic between regions in a place',
    value: 50,
    unit: 'units of the currency a month at least',
    source: 'Kept: below that a look costs more than it saves',
  },
} as const

/** Data that travels between regions of one cloud. */
export const crossRegionTransfer = defineRule({
  id: 'cross-region-transfer',
  title: 'Traffic between regions',
  explains:
    'Data that leaves a region for another of the same cloud is charged by the gigabyte, both ways added up. Often it is a replica, a backup or a service that simply stands in the wrong region.',
  noun: { one: 'place with traffic between regions', many: 'places with traffic between regions' },
  appliesTo: ['aws', 'azure', 'gcp'],
  needs: ['resource_use'],
  thresholds,
  effort: 'medium',
  risk: 'medium',
  reversible: true,
  permissions: [],
  judge({ resource_use }, { window, monthly }) {
    const places = groupRows(
      resource_use.filter((row) => says(row, betweenRegions)),
      (row) => [row.currency, row.provider, row.billing_account_id, row.sub_account_id, row.service, row.region],
    )
    const least = String((thresholds.cost.value * Math.max(7, window.days)) / 30)
    const candidates = places.flatMap((rows): Candidate[] => {
      const cost = sum(rows.map((row) => row.effective))
      if (compare(cost, least) < 0) return []
      const [first] = rows
      const largest = mainRow(rows)
      return [
        {
          place: placeOf({ ...first, resource_id: '', resource_name: first.service }),
          part: 'traffic between regions',
          summary: `${first.service} in ${first.region || 'a place'} sends data to other regions for ${monthly(cost, first.currency)}.`,
          cost,
          saving: null,
          confidence: 0.6,
          evidence: [
            { label: 'Largest meter', value: largest.meter || largest.description },
            { label: 'Largest sender', value: largest.resource_name || largest.resource_id || 'not named in the bill' },
            { label: 'Cost in the window', value: money(cost, first.currency) },
          ],
          steps: [
            'Look which resource sends and where to: the meter names the regions.',
            'Move the reader to the data, keep one copy in each region, or compress and send less often.',
          ],
        },
      ]
    })
    return { candidates, lookedAt: places.length, whyNot: [] }
  },
})
