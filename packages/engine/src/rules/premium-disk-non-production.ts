import { type Candidate, defineRule } from './define-rule.ts'
import { multiplyByShare, shareOfCost } from './reading/calculation.ts'
import { environmentEvidence, environmentOf } from './reading/environment-of.ts'
import { nameOf } from './reading/labels.ts'
import { stillThere } from './reading/last-seen.ts'
import { matchesUsage } from './reading/matches-usage.ts'
import { onDemandCost, usageByResource } from './reading/usage-by-resource.ts'

const premium = /\bP\d+ (?:LRS|ZRS) Disks?\b|Premium SSD|SSD PD Capacity|VolumeUsage\.(?:io1|io2|piops)|VolumeP-IOPS/i

const thresholds = {
  saving: {
    label: 'Standard SSD price, same size',
    value: 0.5,
    unit: 'of the price',
    source: 'Microsoft: E20 $38.40 vs. P20 $73.22 a month, East US; Google: balanced $0.10 vs. SSD $0.17 per GB-month',
  },
} as const

/** Premium disks in environments that do not need their speed. */
export const premiumDiskNonProduction = defineRule({
  id: 'premium-disk-non-production',
  title: 'Premium disk outside production',
  description:
    'This development or test disk is of a type made for production databases. A standard SSD of the same size costs about half, and you can change it back in minutes.',
  noun: { singular: 'premium disk', plural: 'premium disks' },
  providers: ['aws', 'azure', 'gcp'],
  needs: ['resource_usage'],
  thresholds,
  effort: 'low',
  risk: 'low',
  reversible: true,
  permissions: [],
  evaluate({ resource_usage }, { window, monthly }) {
    const disks = usageByResource(resource_usage, (row) => row.resource_id !== '' && matchesUsage(row, premium)).filter(
      ({ lastDay }) => stillThere(lastDay, window),
    )
    let unknown = 0
    const candidates = disks.flatMap((disk): Candidate[] => {
      const { location, tags } = disk
      const environment = environmentOf(tags, [location.resource_name, location.sub_account_name])
      if (!environment) unknown += 1
      if (!environment || environment.production) return []
      const paid = onDemandCost(disk.rows)
      return [
        {
          location,
          part: 'disk',
          summary: `${nameOf(location)} (${environment.label}) is a premium disk and costs ${monthly(paid, location.currency)}. A standard SSD costs about half.`,
          cost: paid,
          saving: [
            ...shareOfCost(
              { label: 'On-demand cost in the window', amount: paid, currency: location.currency },
              'Share saved with a standard disk',
              1 - thresholds.saving.value,
            ),
            multiplyByShare('Price range', { low: 0.8, mid: 1, high: 1.2 }),
          ],
          confidence: environment.from === 'tag' ? 0.8 : 0.6,
          evidence: [
            environmentEvidence(environment),
            { label: 'Meter', value: disk.rows[0]?.meter || disk.rows[0]?.description || '' },
          ],
          steps: [
            'On Azure: deallocate the VM, change the disk to Standard SSD (az disk update --sku StandardSSD_LRS), and start the VM.',
            'On AWS: aws ec2 modify-volume --volume-type gp3. The volume stays in use.',
          ],
        },
      ]
    })
    const skipReasons =
      unknown > 0 ? [`Needs an environment tag (${unknown} of ${disks.length} premium disks have none).`] : []
    return { candidates, evaluatedCount: disks.length, skipReasons }
  },
})
