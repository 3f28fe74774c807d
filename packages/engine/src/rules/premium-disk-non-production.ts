import { type Candidate, defineRule } from './define-rule.ts'
import { multiplyByShare, shareOfCost } from './reading/calculation.ts'
import { environmentOf } from './reading/environment-of.ts'
import { says } from './reading/says.ts'
import { stillThere } from './reading/still-there.ts'
import { onDemandCost, usageByResource } from './reading/usage-by-resource.ts'
import { nameOf } from './reading/words.ts'

const premium = /\bP\d+ (?:LRS|ZRS) Disks?\b|Premium SSD|SSD PD Capacity|VolumeUsage\.(?:io1|io2|piops)|VolumeP-IOPS/i

const thresholds = {
  saving: {
    words: 'Standard SSD against premium of the same size',
    value: 0.5,
    unit: 'of the price',
    source:
      'Microsoft: E20 38.40 against P20 73.22 a month, East US; Google: balanced 0.10 against SSD 0.17 a GB-month',
  },
} as const

/** Fast disks where nobody measures. */
export const premiumDiskNonProduction = defineRule({
  id: 'premium-disk-non-production',
  title: 'Premium disk outside of production',
  explains:
    'Development and test run on disks made for production databases. A standard SSD of the same size costs about half, and a disk can be changed back in minutes.',
  noun: { one: 'premium disk', many: 'premium disks' },
  appliesTo: ['aws', 'azure', 'gcp'],
  needs: ['resource_use'],
  thresholds,
  effort: 'low',
  risk: 'low',
  reversible: true,
  permissions: [],
  judge({ resource_use }, { window, monthly }) {
    const disks = usageByResource(resource_use, (row) => row.resource_id !== '' && says(row, premium)).filter(
      ({ lastDay }) => stillThere(lastDay, window),
    )
    let unknown = 0
    const candidates = disks.flatMap((disk): Candidate[] => {
      const { place, tags } = disk
      const environment = environmentOf(tags, [place.resource_name, place.sub_account_name])
      if (!environment) unknown += 1
      if (!environment || environment.production) return []
      const paid = onDemandCost(disk.rows)
      return [
        {
          place,
          part: 'disk',
          summary: `${nameOf(place)} (${environment.word}) is a premium disk and costs ${monthly(paid, place.currency)}; a standard SSD costs about half.`,
          cost: paid,
          saving: [
            ...shareOfCost(
              { label: 'On-demand cost in the window', amount: paid, currency: place.currency },
              'Share saved by a standard disk',
              1 - thresholds.saving.value,
            ),
            multiplyByShare('Range of the price', { low: 0.8, mid: 1, high: 1.2 }),
          ],
          confidence: environment.from === 'tag' ? 0.8 : 0.6,
          evidence: [
            {
              label: environment.from === 'tag' ? 'Environment tag' : 'Environment, by its name',
              value: environment.word,
            },
            { label: 'Meter', value: disk.rows[0]?.meter || disk.rows[0]?.description || '' },
          ],
          steps: [
            'Deallocate its machine, change the disk to Standard SSD (az disk update --sku StandardSSD_LRS), start.',
            'On AWS: aws ec2 modify-volume --volume-type gp3, while it runs.',
          ],
        },
      ]
    })
    const whyNot =
      unknown > 0 ? [`${unknown} of ${disks.length} premium disks carry no environment tag and no telling name.`] : []
    return { candidates, lookedAt: disks.length, whyNot }
  },
})
