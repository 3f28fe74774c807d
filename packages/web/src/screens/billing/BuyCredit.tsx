import type { CreditAnswer, PaymentAnswer } from '@kept/contract/routes/billing/shapes.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Dialog } from '@kept/ui/controls/Dialog.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useForm } from '@kept/ui/form/useForm.ts'
import { type ToastContent, toasts } from '@kept/ui/toast/toasts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { explainFor } from '../../account/refusal.ts'
import { api } from '../../api/client.ts'
import { checkBy } from '../../form/check-by.ts'
import { methodName } from './method-name.ts'
import { usePaymentMethods } from './useBilling.ts'

type BoughtCredit = CreditAnswer & { payment: PaymentAnswer | null }

const enterAmount = 'Enter an amount above zero, such as 500 or 99.50.'

interface BuyCreditProps {
  organization: string
  onClose(): void
}

/** Prepaid credit, by transfer or with a payment method. */
export default function BuyCredit({ organization, onClose }: BuyCreditProps) {
  const client = useQueryClient()
  const [payWith, setPayWith] = useState('transfer')
  const methods = usePaymentMethods().data?.data.methods ?? []
  const { form, field, failure, isBusy } = useForm({
    ...checkBy({
      fields: ['amount', 'currency'],
      schema: () => import('@kept/contract/inputs/billing.ts').then((inputs) => inputs.purchaseCreditInput),
      input: (values) => toPurchase(values, payWith),
      invalid: { amount: enterAmount, currency: 'Enter a currency code, such as USD.' },
      rules: ({ amount }) => (/[1-9]/.test(amount) && !amount.includes('-') ? {} : { amount: enterAmount }),
    }),
    async send(values) {
      const { data } = await api.billing.purchaseCredit.call({ organization, ...toPurchase(values, payWith) })
      await client.invalidateQueries({ queryKey: api.billing.key() })
      if (data.payment?.action_url) return window.location.assign(data.payment.action_url)
      toasts.show(boughtToast(data))
      onClose()
    },
    explain: explainFor({ amount: 'amount', currency: 'currency' }),
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Add credit"
      description="Prepaid credit is used by your next invoices."
    >
      <form {...form} className="flex flex-wrap gap-3">
        <div className="w-full">
          <FormFailure sentence={failure} />
        </div>
        <div className="w-40">
          <Input {...field('amount')} label="Amount" inputMode="decimal" autoComplete="off" />
        </div>
        <div className="w-28">
          <Input {...field('currency')} label="Currency" maxLength={3} defaultValue="USD" autoComplete="off" />
        </div>
        {methods.length > 0 && (
          <Select
            label="Pay with"
            className="w-full"
            value={payWith}
            options={[
              { value: 'transfer', label: 'Bank transfer' },
              ...methods.map((method) => ({ value: method.id, label: methodName(method) })),
            ]}
            onChange={setPayWith}
          />
        )}
        <div className="flex w-full justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" type="submit" isBusy={isBusy}>
            Add credit
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function toPurchase({ amount, currency }: { amount: string; currency: string }, payWith: string) {
  return {
    ...{ amount: amount.trim(), currency: currency.trim().toUpperCase() },
    ...(payWith === 'transfer'
      ? { pay_with: 'transfer' as const }
      : { pay_with: 'payment_method' as const, payment_method_id: payWith }),
  }
}

function boughtToast({ payment, amount, currency, reference }: BoughtCredit): ToastContent {
  const money = formatMoney(amount, currency)
  if (payment === null)
    return {
      title: `Transfer ${money} with the reference ${reference}`,
      body: 'The credit is available when the transfer has arrived.',
    }
  if (payment.state === 'paid') return { title: `${money} of credit added` }
  return payment.state === 'failed'
    ? { tone: 'error', title: `${money} could not be charged.`, body: payment.failure_reason }
    : { title: `${money} is being charged`, body: 'The credit is available when the payment has arrived.' }
}
