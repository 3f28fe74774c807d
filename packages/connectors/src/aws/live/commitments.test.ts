/** Reserved instances and Savings Plans from a Cost Explorer of our own, in the documented shapes. */
import type { InventoryItem } from '@kept/domain/resource.ts'
import { depsOf, type SmallAnswer } from '@kept/domain/sync/testing/small-cloud.ts'
import { describe, expect, it } from 'vitest'
import { commitmentProbes, commitmentsPort } from './commitments.ts'
import { readPolicy } from './policy.ts'
import { type AwsSession, openSession } from './session.ts'

const nowMs = Date.parse('2026-11-22T10:20:00Z')
const location = { accountId: '111111111111', accountName: 'payer', region: 'global' }

interface CostExplorerRequest {
  action: string
  body: { TimePeriod?: object; Filter?: { Dimensions?: { Values?: string[] } }; NextPageToken?: string }
}

function open(answerTo: (request: CostExplorerRequest) => SmallAnswer): { session: AwsSession; requests: string[] } {
  const requests: string[] = []
  const deps = depsOf(({ headers, body }) => {
    const action = (headers['x-amz-target'] ?? '').replace(/^.*\./, '')
    requests.push(`${action} ${body}`)
    const answer = answerTo({ action, body: JSON.parse(body) })
    return { ...answer, headers: { 'content-type': 'application/x-amz-json-1.1', ...answer.headers } }
  }, nowMs)
  const session = openSession({ access_key_id: 'AKIA', secret_access_key: 'secret', external_id: '' }, deps)
  return { session, requests }
}

async function readAll(session: AwsSession): Promise<InventoryItem[]> {
  const items: InventoryItem[] = []
  let cursor: string | null = null
  do {
    const page = await commitmentsPort.readPage(session, location, { cursor, targets: [], nowMs })
    items.push(...page.items)
    cursor = page.next
  } while (cursor !== null)
  return items
}

function reservationGroup(leaseId: string, utilization: object) {
  return {
    Key: 'SUBSCRIPTION_ID',
    Value: '6369874',
    Attributes: {
      accountId: '222222222222',
      accountName: 'shop',
      reservationARN: `arn:aws:ec2:us-east-1:222222222222:reserved-instances/${leaseId}`,
      leaseId,
      instanceType: 'm5.large',
      numberOfInstances: '3',
      offeringType: 'No Upfront',
      region: 'us-east-1',
      startDateTime: '2026-02-01T00:00:00.000Z',
      endDateTime: '2027-02-01T00:00:00.000Z',
      subscriptionStatus: 'Active',
    },
    Utilization: utilization,
  }
}

const savingsPlan = {
  SavingsPlanArn: 'arn:aws:savingsplans::111111111111:savingsplan/plan-1',
  Attributes: {
    AccountId: '111111111111',
    HourlyCommitment: '0.5',
    SavingsPlansType: 'ComputeSavingsPlans',
    StartDateTime: '2026-01-01T00:00:00.000Z',
    EndDateTime: '2027-01-01T00:00:00.000Z',
    Status: 'ACTIVE',
  },
  Utilization: { TotalCommitment: '360', UsedCommitment: '270.5', UnusedCommitment: '89.5' },
  Savings: { OnDemandCostEquivalent: '400.25' },
}

describe('commitments of AWS', () => {
  it('are listed with cost, unused part and end, over pages, for one cent a request', async () => {
    const { session, requests } = open(({ action, body }) => {
      if (action === 'GetSavingsPlansUtilizationDetails')
        return { body: { SavingsPlansUtilizationDetails: [savingsPlan] } }
      if (body.Filter?.Dimensions?.Values?.[0] !== 'Amazon Elastic Compute Cloud - Compute')
        return { body: { UtilizationsByTime: [] } }
      return body.NextPageToken === undefined
        ? {
            body: {
              NextPageToken: 'two',
              UtilizationsByTime: [
                {
                  Groups: [
                    reservationGroup('ri-1', {
                      TotalAmortizedFee: '129.6',
                      RICostForUnusedHours: '43.2',
                      OnDemandCostOfRIHoursUsed: '138.24',
                    }),
                  ],
                },
              ],
            },
          }
        : {
            body: {
              UtilizationsByTime: [
                {
                  Groups: [
                    // An answer without the cost of the unused hours: their share of the cost.
                    reservationGroup('ri-2', { TotalAmortizedFee: '100', PurchasedHours: '720', UnusedHours: '180' }),
                  ],
                },
              ],
            },
          }
    })
    const items = await readAll(session)
    expect(items.map(({ resource_id }) => resource_id.replace(/^.*\//, ''))).toEqual(['ri-1', 'ri-2', 'plan-1'])
    expect(items[0]).toMatchObject({
      provider: 'aws',
      type: 'Commitment',
      service: 'Amazon Elastic Compute Cloud',
      size: '3 x m5.large',
      state: 'active',
      region: 'us-east-1',
      sub_account_id: '222222222222',
      sub_account_name: 'shop',
      attributes: {
        commitment_type: 'Reserved Instance',
        commitment_category: 'Usage',
        starts_on: '2026-02-01',
        ends_on: '2027-02-01',
        currency: 'USD',
        cost_30_days: '129.6',
        unused_30_days: '43.2',
        covered_30_days: '138.24',
        amounts_from: 'AWS Cost Explorer, last 30 days',
      },
    })
    expect(items[1]?.attributes.unused_30_days).toBe('25')
    expect(items[2]?.attributes).toMatchObject({
      commitment_type: 'Compute Savings Plan',
      cost_30_days: '360',
      unused_30_days: '89.5',
      covered_30_days: '400.25',
    })
    expect(requests[0]).toContain('"TimePeriod":{"Start":"2026-10-23","End":"2026-11-22"}')
    expect([requests.length, session.chargedNanos()]).toEqual([7, 70_000_000])
  })

  it('are none where Cost Explorer has no data', async () => {
    const { session } = open(() => ({
      status: 400,
      body: { __type: 'DataUnavailableException', message: 'The requested data is unavailable.' },
    }))
    expect(await readAll(session)).toEqual([])
  })

  it('say that Cost Explorer is off, which no policy changes', async () => {
    const { session } = open(() => ({
      status: 400,
      body: { __type: 'AccessDeniedException', message: 'User not enabled for cost explorer access' },
    }))
    await expect(readAll(session)).rejects.toMatchObject({ kind: 'not_enabled' })
  })

  it('name the permission that is missing, which the policy has', async () => {
    const { session } = open(({ action }) => ({
      status: 400,
      body: {
        __type: 'AccessDeniedException',
        message: `User: arn:aws:iam::1:user/kept is not authorized to perform: ce:${action} on resource: *`,
      },
    }))
    const denied = await Promise.all(
      commitmentProbes(session, nowMs).map((probe) => probe().catch((error: { action: string }) => error.action)),
    )
    expect(denied).toEqual(['ce:GetReservationUtilization', 'ce:GetSavingsPlansUtilizationDetails'])
    const allowed = readPolicy().Statement.flatMap(({ Action }) => Action)
    expect(denied.every((action) => allowed.includes(String(action)))).toBe(true)
  })

  it('end with a page that repeats', async () => {
    const { session } = open(() => ({ body: { UtilizationsByTime: [], NextPageToken: 'same' } }))
    await expect(readAll(session)).rejects.toThrow('Cost Explorer returned the same page of commitments twice.')
  })
})
