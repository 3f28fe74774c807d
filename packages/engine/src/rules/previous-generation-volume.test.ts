import { expect, it } from 'vitest'
import { evaluateAlone, recommendationsOf, use } from '../testing/facts.ts'
import { previousGenerationVolume } from './previous-generation-volume.ts'

const gp2 = (overrides = {}) =>
  use({
    resource_id: 'vol-1',
    meter: 'EBS:VolumeUsage.gp2',
    pricing_unit: 'GB-Mo',
    quantity: '100',
    effective: '10',
    ...overrides,
  })

it('saves a fifth of a gp2 volume', () => {
  const [recommendation] = recommendationsOf(previousGenerationVolume, { resource_usage: [gp2()] })
  expect(recommendation).toMatchObject({ monthly_savings_low: '2', monthly_savings: '2', monthly_savings_high: '2' })
})

it('is careful above 1,000 GB, where gp2 has more operations than gp3 includes', () => {
  const [below] = recommendationsOf(previousGenerationVolume, {
    resource_usage: [gp2({ quantity: '1000', effective: '100' })],
  })
  const [above] = recommendationsOf(previousGenerationVolume, {
    resource_usage: [gp2({ quantity: '1001', effective: '100' })],
  })
  expect([below?.monthly_savings_low, below?.monthly_savings]).toEqual(['10', '20'])
  expect([above?.monthly_savings_low, above?.monthly_savings]).toEqual(['0', '10'])
})

it('moves a database with 1,000 reserved operations to gp3', () => {
  const row = { resource_id: 'db:prod', service: 'Amazon Relational Database Service' }
  const [recommendation] = recommendationsOf(previousGenerationVolume, {
    resource_usage: [
      use({ ...row, meter: 'RDS:Multi-AZ-PIOPS', pricing_unit: 'IOPS-Mo', quantity: '1000', effective: '200' }),
      use({ ...row, meter: 'RDS:Multi-AZ-PIOPS-Storage', pricing_unit: 'GB-Mo', quantity: '100', effective: '25' }),
    ],
  })
  expect(recommendation).toMatchObject({ monthly_savings: '202', monthly_cost: '225' })
})

it('keeps what gp3 cannot do', () => {
  const io = (operations: string) =>
    recommendationsOf(previousGenerationVolume, {
      resource_usage: [
        use({ meter: 'EBS:VolumeP-IOPS.piops', pricing_unit: 'IOPS-Mo', quantity: operations, effective: '1000' }),
        use({ meter: 'EBS:VolumeUsage.piops', pricing_unit: 'GB-Mo', quantity: '100', effective: '12' }),
      ],
    }).length
  expect([io('16000'), io('16001')]).toEqual([1, 0])
})

it('gathers many small volumes into one recommendation', () => {
  const { recommendations } = evaluateAlone(previousGenerationVolume, {
    resource_usage: Array.from({ length: 300 }, (_, i) =>
      gp2({ resource_id: `vol-${i}`, effective: '0.5', quantity: '5' }),
    ),
  })
  expect(recommendations).toHaveLength(1)
  expect(recommendations[0]).toMatchObject({ resource_id: '', monthly_cost: '150', monthly_savings: '30' })
})
