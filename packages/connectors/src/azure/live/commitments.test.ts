/** Reservations and savings plans of a tenant, as Resource Manager documents them. */
import type { InventoryItem } from '@kept/domain/resource.ts'
import { depsOf, readAllItems } from '@kept/domain/sync/testing/small-cloud.ts'
import { describe, expect, it } from 'vitest'
import { openAzureCloud } from './cloud.ts'
import { setupDocuments } from './setup.ts'
import {
  answerAzure,
  clientId,
  clientSecret,
  createSmallAzure,
  reservation,
  reservationOrder,
  type SmallAzure,
  subscriptionId,
  tenantId,
} from './testing/small-azure.ts'
import { failure } from './testing/small-manager.ts'

const nowMs = Date.parse('2026-11-22T10:20:00Z')

function open(azure: Partial<SmallAzure>) {
  return openAzureCloud(
    { tenant_id: tenantId, client_id: clientId, client_secret: clientSecret, cloud: 'public', subscriptions: [] },
    depsOf(answerAzure(createSmallAzure(azure)), nowMs),
  )
}

async function readAll(azure: Partial<SmallAzure>): Promise<InventoryItem[]> {
  const cloud = open(azure)
  const { units } = await cloud.discover()
  const [unit, ...others] = units.filter(({ dataset }) => dataset === 'commitments')
  expect(others).toEqual([])
  if (!unit) throw new Error('no unit for commitments')
  return readAllItems(cloud, unit, nowMs)
}

const savingsPlan = {
  id: '/providers/Microsoft.BillingBenefits/savingsPlanOrders/order-2/savingsPlans/plan-1',
  sku: { name: 'Compute_Savings_Plan' },
  properties: {
    displayName: 'Compute',
    displayProvisioningState: 'Succeeded',
    term: 'P3Y',
    effectiveDateTime: '2026-01-01T00:00:00Z',
    expiryDateTime: '2029-01-01T00:00:00Z',
    commitment: { currencyCode: 'EUR', amount: 0.15, grain: 'Hourly' },
    utilization: { aggregates: [{ grain: 30, grainUnit: 'days', value: 90, valueUnit: 'percentage' }] },
  },
}

describe('commitments of Azure', () => {
  it('are listed once for the tenant, over pages, with cost, unused part and end', async () => {
    const items = await readAll({
      subscriptions: [subscriptionId(1), subscriptionId(2)],
      reservations: [reservation('one'), reservation('two', { quantity: 1 }), reservation('new', { utilization: {} })],
      savingsPlans: [savingsPlan],
      order: () => reservationOrder,
      pageSize: 2,
    })
    expect(items).toHaveLength(4)
    expect(items[0]).toMatchObject({
      provider: 'azure',
      type: 'Commitment',
      service: 'Virtual Machines',
      size: '4 x Standard_D4s_v5',
      region: 'westeurope',
      state: 'succeeded',
      sub_account_id: subscriptionId(1),
      attributes: {
        commitment_type: 'Reservation',
        ends_on: '2027-03-01',
        currency: 'USD',
        cost_30_days: '600',
        unused_30_days: '450',
      },
    })
    // A part of the order.
    expect(items[1]?.attributes).toMatchObject({ cost_30_days: '150', unused_30_days: '112.5' })
    expect(items[2]?.attributes.unused_30_days).toBeUndefined()
    expect(items[3]).toMatchObject({
      service: 'Savings Plans',
      size: '0.15 EUR an hour',
      attributes: { commitment_category: 'Spend', currency: 'EUR', cost_30_days: '108', unused_30_days: '10.8' },
    })
  })

  it('are not taken for gone when Azure lists none: without its roles it lists none either', async () => {
    await expect(readAll({})).rejects.toMatchObject({
      kind: 'not_enabled',
      message:
        'Azure lists no reservation and no savings plan. If there are some, assign the roles Reservations Reader and Savings plan Reader to Kept.',
    })
    expect(await readAll({ reservations: [reservation('one')], order: () => reservationOrder })).toHaveLength(1)
  })

  it('show the commands that allow it when it is denied', async () => {
    const { capabilities } = await open({
      fault: ({ url }) =>
        url.pathname.endsWith('/savingsPlans')
          ? failure(403, 'AuthorizationFailed', 'The client does not have authorization.')
          : undefined,
    }).check(async () => undefined)
    const [capability] = capabilities.filter(({ dataset }) => dataset === 'commitments')
    expect(capability).toMatchObject({ state: 'missing', missing: ['Microsoft.BillingBenefits/savingsPlans/read'] })
    expect(capability?.statement).toContain(
      `az role assignment create --assignee ${clientId} --role "Savings plan Reader" --scope /providers/Microsoft.BillingBenefits`,
    )
    expect(setupDocuments()[0]?.text).toContain('--role "Reservations Reader" --scope /providers/Microsoft.Capacity')
  })
})
