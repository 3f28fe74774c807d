/** Savings plans of the tenant. */
import { commitmentDays } from '@kept/domain/commitment-item.ts'
import { parseAnswer } from '@kept/domain/sync/operations.ts'
import type { SyncLocation } from '@kept/domain/sync/port.ts'
import { decimal, multiply } from '@kept/foundation/decimal.ts'
import * as z from 'zod'
import { dayOf } from '../../../live-item.ts'
import type { AzureSession } from '../session.ts'
import { amountsOf, type CommitmentPage, commitmentItem, commonShape } from './item.ts'

export const savingsPlanAction = 'Microsoft.BillingBenefits/savingsPlans/read'
export const savingsPlansPath = '/providers/Microsoft.BillingBenefits/savingsPlans?api-version=2022-11-01'

const text = z.string()

const savingsPlansSchema = z.object({
  value: z.array(
    z.object({
      id: text,
      sku: z.object({ name: text.nullish() }).nullish(),
      properties: z
        .object({
          ...commonShape,
          expiryDateTime: text.nullish(),
          commitment: z
            .object({ currencyCode: text.nullish(), amount: z.number().nullish(), grain: text.nullish() })
            .nullish(),
          appliedScopeType: text.nullish(),
        })
        .nullish(),
    }),
  ),
  nextLink: text.nullish(),
})

export async function readSavingsPlans(
  session: AzureSession,
  location: SyncLocation,
  token: string | undefined,
): Promise<CommitmentPage> {
  const answer = await session.send(savingsPlanAction, token ?? savingsPlansPath)
  const { value, nextLink } = parseAnswer(savingsPlanAction, savingsPlansSchema, answer)
  const items = value.map(({ id, properties }) => {
    const facts = properties ?? {}
    const { amount, currencyCode, grain } = facts.commitment ?? {}
    const isHourly = amount !== null && amount !== undefined && grain === 'Hourly'
    return commitmentItem(location, {
      id,
      name: facts.displayName ?? '',
      service: 'Savings Plans',
      size: isHourly ? `${amount} ${currencyCode ?? ''} an hour` : '',
      region: '',
      state: facts.displayProvisioningState ?? facts.provisioningState ?? '',
      billingScope: facts.billingScopeId ?? '',
      figures: {
        commitment_type: 'Savings plan',
        commitment_category: 'Spend',
        starts_on: dayOf(facts.effectiveDateTime),
        ends_on: dayOf(facts.expiryDateTime),
        currency: currencyCode ?? undefined,
        ...amountsOf(isHourly ? multiply(decimal(amount), decimal(24 * commitmentDays)) : undefined, facts.utilization),
      },
      more: { term: facts.term, scope: facts.appliedScopeType },
    })
  })
  return { items, next: nextLink || undefined }
}
