/** OpenCost's daily CSV export: the estimated cost of each container of a cluster. */
import type { BillFormat } from '@kept/domain/bill-format.ts'
import {
  addOne,
  amountColumn,
  first,
  join,
  literal,
  startOfMonth,
  startOfNextMonth,
  tagsColumn,
  textColumn,
  time,
  timeColumn,
} from '@kept/domain/mapping.ts'

const day = time('Date')

export const openCostAllocation: BillFormat = {
  id: 'opencost',
  label: 'OpenCost allocation export',
  dataset: 'cost_and_usage',
  signature: { all: ['Date', 'Namespace', 'TotalCost', 'CPUCost', 'RAMCost'], noneOf: ['BilledCost'] },
  rank: 30,
  mapping: {
    columns: {
      BilledCost: amountColumn('TotalCost'),
      BillingAccountId: textColumn(first('Cluster', literal('kubernetes'))),
      BillingPeriodStart: timeColumn(startOfMonth(day)),
      BillingPeriodEnd: timeColumn(startOfNextMonth(day)),
      ChargeCategory: textColumn(literal('Usage')),
      ChargeDescription: textColumn(join(' ', literal('Container'), 'Container', literal('of'), 'Pod')),
      ChargeFrequency: textColumn(literal('Usage-Based')),
      ChargePeriodStart: timeColumn(day),
      ChargePeriodEnd: timeColumn(addOne(day, 'day')),
      EffectiveCost: amountColumn('TotalCost'),
      ProviderName: textColumn(literal('OpenCost')),
      PublisherName: textColumn(literal('OpenCost')),
      ResourceId: textColumn(join('/', 'Namespace', 'Pod', 'Container')),
      ResourceName: textColumn(first('Container', 'Pod')),
      ResourceType: textColumn(literal('container')),
      ServiceCategory: textColumn(literal('Compute')),
      ServiceName: textColumn(literal('Kubernetes')),
      ServiceProviderName: textColumn(literal('OpenCost')),
      ServiceSubcategory: textColumn(literal('Containers')),
      SubAccountId: textColumn('Namespace'),
      SubAccountName: textColumn('Namespace'),
      Tags: tagsColumn({
        from: 'named',
        columns: { namespace: 'Namespace', controller: 'ControllerName', 'controller-kind': 'ControllerKind' },
      }),
    },
    required: [['TotalCost'], ['Date'], ['Namespace']],
  },
  unknowable: [
    {
      description:
        'OpenCost estimates costs that are also on the cloud bill. Imported together with the bill of the same cluster, they count twice.',
    },
  ],
}
