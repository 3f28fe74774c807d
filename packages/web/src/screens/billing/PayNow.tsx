import { sentenceOf } from '@kept/client/errors.ts'
import type { InvoiceSummary } from '@kept/contract/routes/billing/shapes.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { ConfirmButton } from '@kept/ui/controls/ConfirmButton.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { methodName } from './method-name.ts'
import { useOrganization, usePaymentMethods } from './useBilling.ts'

/** Charges what is open to the default payment method. Nothing without one: invoices are then paid by transfer. */
export function PayNow({ invoice }: { invoice: InvoiceSummary }) {
  const client = useQueryClient()
  const organization = useOrganization()
  const methods = usePaymentMethods().data?.data.methods ?? []
  const pay = useMutation(
    api.billingPayments.pay.mutationOptions({
      async onSuccess({ data }) {
        if (data.action_url !== null) return window.location.assign(data.action_url)
        await client.invalidateQueries({ queryKey: api.billing.key() })
        toasts.show({ title: data.state === 'paid' ? `${invoice.number} is paid` : 'Payment started' })
      },
      onError: (error) => toasts.show({ tone: 'error', title: 'The invoice was not paid.', body: sentenceOf(error) }),
    }),
  )
  const method = methods.find(({ is_default }) => is_default)
  if (!method || method.is_expired || Number(invoice.open) === 0 || invoice.payment_state === 'pending') return null
  return (
    <ConfirmButton
      size="small"
      label="Pay now"
      title={`Pay ${formatMoney(invoice.open, invoice.currency)} now?`}
      description={`${methodName(method)} is charged for ${invoice.number}.`}
      act="Pay now"
      cancelLabel="Cancel"
      isBusy={pay.isPending}
      onAct={() => pay.mutate({ organization, id: invoice.id })}
    />
  )
}
