/** One rule for several customers at once, and the way back: their former rules, as new versions from the same month. */

import { sentenceOf } from '@kept/client/errors.ts'
import type { CommissionCustomerDetail } from '@kept/contract/routes/commission.ts'
import type { CommissionRule } from '@kept/domain/commission.ts'
import type { CommissionTerms } from '@kept/domain/commission-terms.ts'
import { counted } from '@kept/ui/format/share.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { ruleBefore } from './rule-words.ts'

export interface BulkChange {
  ids: readonly string[]
  tier?: string
  /** Null: back to what holds for everybody. */
  terms: (CommissionTerms & { currency: string }) | null
  valid_from: string
}

export function useBulkChange(onDone: () => void) {
  const queries = useQueryClient()
  const settle = () => queries.invalidateQueries({ queryKey: api.commission.key() })
  const undo = async (former: readonly CommissionCustomerDetail[], valid_from: string) => {
    try {
      for (const { id, versions } of former) {
        const was = ruleBefore(versions, valid_from)
        const rule = was?.rule
        await api.commission.changeCustomer.call({
          ...{ id, valid_from, note: 'A change of several customers was taken back.' },
          ...(rule ? { tier: was.tier, terms: termsOf(rule) } : { terms: null }),
        })
      }
      toasts.show({
        title: 'Taken back',
        body: `${counted(former.length, 'customer')} ${former.length === 1 ? 'has its' : 'have their'} former rule.`,
      })
    } catch (error) {
      toasts.show({ title: 'Not all was taken back', body: sentenceOf(error), tone: 'error' })
    }
    await settle()
  }
  return useMutation({
    mutationFn: async ({ ids, ...change }: BulkChange) => {
      const former = await Promise.all(ids.map(async (id) => (await api.commission.customer.call({ id })).data))
      const { data } = await api.commission.bulkUpdate.call({ customer_ids: [...ids], ...change })
      return { ...data, former: former.filter(({ id }) => data.changed.includes(id)), valid_from: change.valid_from }
    },
    onSuccess: ({ changed, refused, former, valid_from }) => {
      const why = [...new Set(refused.map(({ reason }) => reason))].join(' ')
      toasts.show({
        title: `The rule of ${counted(changed.length, 'customer')} is changed`,
        ...(refused.length > 0 && { body: `${refused.length} could not be changed: ${why}` }),
        ...(changed.length > 0 && { action: { label: 'Undo', run: () => void undo(former, valid_from) } }),
      })
      onDone()
      return settle()
    },
  })
}

function termsOf({ currency, mode, tiers, monthly_cap, horizon_months, bills_avoidance }: CommissionRule) {
  return { currency, mode, tiers, monthly_cap, horizon_months, ...(bills_avoidance && { bills_avoidance }) }
}
