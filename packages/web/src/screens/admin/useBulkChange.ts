/** One rule for several customers at once, and the way back: their former rules, as new versions from the same month. */

import { sentenceOf } from '@kept/client/errors.ts'
import type { CommissionCustomerDetail } from '@kept/contract/routes/commission.ts'
import type { CommissionRule } from '@kept/domain/commission.ts'
import type { CommissionTerms } from '@kept/domain/commission-terms.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { ruleBefore } from './rule-text.ts'

interface BulkChange {
  ids: readonly string[]
  tier?: string
  /** Null: back to the default commission. */
  terms: (CommissionTerms & { currency: string }) | null
  valid_from: string
}

export function useBulkChange(onDone: () => void) {
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: api.commission.key() })
  const undo = async (previous: readonly CommissionCustomerDetail[], valid_from: string) => {
    try {
      for (const { id, versions } of previous) {
        const was = ruleBefore(versions, valid_from)
        const rule = was?.rule
        await api.commission.changeCustomer.call({
          ...{ id, valid_from, note: 'Bulk change undone.' },
          ...(rule ? { tier: was.tier, terms: termsOf(rule) } : { terms: null }),
        })
      }
      toasts.show({
        title: 'Reversed',
        body: `${counted(previous.length, 'customer')} ${previous.length === 1 ? 'has its' : 'have their'} previous rule.`,
      })
    } catch (error) {
      toasts.show({ title: 'Some changes could not be undone', body: sentenceOf(error), tone: 'error' })
    }
    await refresh()
  }
  return useMutation({
    mutationFn: async ({ ids, ...change }: BulkChange) => {
      const previous = await Promise.all(ids.map(async (id) => (await api.commission.customer.call({ id })).data))
      const { data } = await api.commission.bulkUpdate.call({ customer_ids: [...ids], ...change })
      return {
        ...data,
        previous: previous.filter(({ id }) => data.changed.includes(id)),
        valid_from: change.valid_from,
      }
    },
    onSuccess: ({ changed, refused, previous, valid_from }) => {
      const reasons = [...new Set(refused.map(({ reason }) => reason))].join(' ')
      toasts.show({
        title: `Rule updated for ${counted(changed.length, 'customer')}`,
        ...(refused.length > 0 && { body: `${refused.length} not updated: ${reasons}` }),
        ...(changed.length > 0 && { action: { label: 'Undo', run: () => void undo(previous, valid_from) } }),
      })
      onDone()
      return refresh()
    },
  })
}

function termsOf({ currency, mode, tiers, monthly_cap, horizon_months, bills_avoidance }: CommissionRule) {
  return { currency, mode, tiers, monthly_cap, horizon_months, ...(bills_avoidance && { bills_avoidance }) }
}
