import { sentenceOf } from '@kept/client/errors.ts'
import type { CreditAnswer, PaymentAnswer } from '@kept/contract/routes/billing/shapes.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Dialog } from '@kept/ui/controls/Dialog.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import { type ToastContent, toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { api } from '../../api/client.ts'
import { methodName } from './method-name.ts'
import { usePaymentMethods } from './useBilling.ts'

type BoughtCredit = CreditAnswer & { payment: PaymentAnswer | null }

interface BuyCreditProps {
  organization: string
  onClose(): void
}

/** Prepaid credit, by transfer or with a payment method. */
export default function BuyCredit({ organization, onClose }: BuyCreditProps) {
  const form = useId()
  const client = useQueryClient()
  const [amount, setAmount] = useState('')
  const [currency, setCurrency] = useState('USD')
  const [payWith, setPayWith] = useState('transfer')
  const methods = usePaymentMethods().data?.data.methods ?? []
  const buy = useMutation(
    api.billing.purchaseCredit.mutationOptions({
      async onSuccess({ data }) {
        await client.invalidateQueries({ queryKey: api.billing.key() })
        if (data.payment?.action_url) return window.location.assign(data.payment.action_url)
        toasts.show(boughtToast(data))
        onClose()
      },
    }),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    buy.mutate({
      ...{ organization, amount: amount.trim(), currency: currency.trim().toUpperCase() },
      ...(payWith === 'transfer'
        ? { pay_with: 'transfer' as const }
        : { pay_with: 'payment_method' as const, payment_method_id: payWith }),
    })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Add credit"
      description="Prepaid credit is used by your next invoices."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" type="submit" form={form} isBusy={buy.isPending}>
            Add credit
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate className="flex flex-wrap gap-3">
        <div className="w-40">
          <Input
            label="Amount"
            inputMode="decimal"
            value={amount}
            error={buy.isError ? sentenceOf(buy.error) : undefined}
            onChange={(event) => setAmount(event.target.value)}
          />
        </div>
        <div className="w-28">
          <Input
            label="Currency"
            maxLength={3}
            value={currency}
            onChange={(event) => setCurrency(event.target.value)}
          />
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
      </form>
    </Dialog>
  )
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
