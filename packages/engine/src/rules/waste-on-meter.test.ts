import { describe, expect, it } from 'vitest'
import { recommendationsOf, use } from '../testing/facts.ts'
import { duplicateTrail } from './duplicate-trail.ts'
import { extendedSupport } from './extended-support.ts'
import { unusedCapacityReservation } from './unused-capacity-reservation.ts'

describe('extended support', () => {
  it('finds the fee and not the machine beside it', () => {
    const row = { resource_id: 'db-1', service: 'Amazon Relational Database Service' }
    const [recommendation] = recommendationsOf(extendedSupport, {
      resource_usage: [
        use({ ...row, meter: 'USE1-ExtendedSupport:Yr1-Yr2:MySQL5.7', effective: '146' }),
        use({ ...row, meter: 'InstanceUsage:db.m5.large', effective: '125' }),
      ],
    })
    expect(recommendation).toMatchObject({ monthly_savings: '146', monthly_cost: '146', effort: 'high' })
  })
  it('leaves standard support and plain support plans alone', () => {
    expect(
      recommendationsOf(extendedSupport, {
        resource_usage: [use({ meter: 'Dollar', description: 'AWS Support (Business)', effective: '100' })],
      }),
    ).toEqual([])
  })
})

describe('unused capacity reservation', () => {
  it('finds unused capacity, and none that is in use', () => {
    const [recommendation, ...more] = recommendationsOf(unusedCapacityReservation, {
      resource_usage: [
        use({ resource_id: 'cr-1', meter: 'USE1-UnusedBox:m5.large', effective: '69.12' }),
        use({ resource_id: 'i-1', meter: 'USE1-BoxUsage:m5.large', effective: '69.12' }),
      ],
    })
    expect(recommendation).toMatchObject({ resource_id: 'cr-1', monthly_savings: '69.12' })
    expect(more).toEqual([])
  })
})

describe('duplicate trail', () => {
  it('finds paid management events, not free or data events', () => {
    const row = { service: 'AWS CloudTrail', resource_id: '', pricing_unit: 'Events' }
    const recommend = (meter: string) =>
      recommendationsOf(duplicateTrail, { resource_usage: [use({ ...row, meter, effective: '40' })] })
    expect(recommend('USE1-PaidEventsRecorded')[0]).toMatchObject({ monthly_savings: '40' })
    expect(recommend('USE1-FreeEventsRecorded')).toEqual([])
    expect(recommend('USE1-DataEventsRecorded')).toEqual([])
  })
  it('does not take GuardDuty’s analysis for a trail', () => {
    expect(
      recommendationsOf(duplicateTrail, {
        resource_usage: [use({ service: 'Amazon GuardDuty', meter: 'USE1-PaidEventsAnalyzed', effective: '9' })],
      }),
    ).toEqual([])
  })
})
