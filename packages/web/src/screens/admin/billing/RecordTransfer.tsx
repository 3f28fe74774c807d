import type { InvoiceSummary } from '@kept/contract/routes/billing/shapes.ts'
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { Dialog } from '@kept/ui/controls/Dialog.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { FormButtons } from '@kept/ui/form/FormButtons.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useForm } from '@kept/ui/form/useForm.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { explainFor } from '../../../account/refusal.ts'
import { api } from '../../../api/client.ts'

interface RecordTransferProps {
  invoice: InvoiceSummary
  customer: string
  onClose(): void
}

/** Records money that arrived at the bank for an invoice. */
export function RecordTransfer({ invoice, customer, onClose }: RecordTransferProps) {
  const client = useQueryClient()
  const { form, field, failure, isBusy } = useForm({
    fields: ['amount', 'received_on', 'reference'],
    async send({ amount, received_on, reference }) {
      const { data } = await api.billingAdmin.recordTransfer.call({
        ...{ id: invoice.id, currency: invoice.currency },
        ...{ amount: amount.trim(), received_on, reference: reference.trim() },
      })
      await client.invalidateQueries({ queryKey: api.billingBooks.key() })
      const { open, currency, number } = data.invoice
      toasts.show({ title: `Transfer recorded for ${number}`, body: `${formatMoney(open, currency)} is still open.` })
      onClose()
    },
    explain: explainFor({ amount: 'amount', received_on: 'received_on', reference: 'reference' }),
  })
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Transfer for ${invoice.number}`}
      description={`From ${customer}. What is paid beyond the invoice becomes credit.`}
    >
      <form {...form} className="grid gap-3 sm:grid-cols-2">
        <div className="sm:col-span-2">
          <FormFailure sentence={failure} />
        </div>
        <Input
          {...field('amount')}
          label={`Amount, ${invoice.currency}`}
          inputMode="decimal"
          defaultValue={invoice.open}
        />
        <Input {...field('received_on')} label="Received on" type="date" defaultValue={utcDay(Date.now())} />
        <div className="sm:col-span-2">
          <Input
            {...field('reference')}
            label="Bank reference"
            hint="As the bank statement names it. One reference is recorded once for an invoice."
            maxLength={140}
            defaultValue={invoice.number ?? ''}
          />
        </div>
        <FormButtons isBusy={isBusy} onCancel={onClose} className="sm:col-span-2">
          Record transfer
        </FormButtons>
      </form>
    </Dialog>
  )
}
