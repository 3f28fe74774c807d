import { type BillingAlertKind, billingAlertKinds } from '@kept/domain/billing/alert-kinds.ts'
import { Dialog } from '@kept/ui/controls/Dialog.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import { FormButtons } from '@kept/ui/form/FormButtons.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useForm } from '@kept/ui/form/useForm.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { explainFor } from '../../account/refusal.ts'
import { api } from '../../api/client.ts'
import { checkBy } from '../../form/check-by.ts'
import { alertKindLabels } from './alert-text.ts'

const fields = ['name', 'amount', 'currency', 'days'] as const

interface AlertFormProps {
  organization: string
  onClose(): void
}

/** A new billing alert: what it is about, and its limit. */
export default function AlertForm({ organization, onClose }: AlertFormProps) {
  const client = useQueryClient()
  const [kind, setKind] = useState<BillingAlertKind>('invoice_due')
  const isDays = kind === 'invoice_due'
  const { form, field, failure, isBusy } = useForm({
    ...checkBy({
      fields,
      schema: () => import('@kept/domain/billing/alert.ts').then((alert) => alert.billingAlertSettingsSchema),
      input: (values) => ({ ...toAlert(kind, values), enabled: true }),
      names: { days_before: 'days' },
      missing: { name: 'Enter a name.' },
      invalid: {
        amount: 'Enter an amount above zero, such as 500 or 99.50.',
        currency: 'Enter a currency code, such as USD.',
        days: 'Enter whole days from 0 to 60.',
      },
    }),
    async send(values) {
      const { data } = await api.billingAlerts.create.call({ organization, ...toAlert(kind, values) })
      await client.invalidateQueries({ queryKey: api.billingAlerts.key() })
      toasts.show({ title: `Alert "${data.name}" added` })
      onClose()
    },
    explain: explainFor({ name: 'name', amount: 'amount', currency: 'currency', days_before: 'days' }),
  })
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Add billing alert"
      description="You see it in your notifications. Alert rules for billing alerts send it to your channels."
    >
      <form {...form} className="grid gap-3 sm:grid-cols-2">
        <div className="sm:col-span-2">
          <FormFailure sentence={failure} />
        </div>
        <div className="sm:col-span-2">
          <Input {...field('name')} label="Name" maxLength={120} autoComplete="off" />
        </div>
        <Select<BillingAlertKind>
          label="Alert when"
          value={kind}
          options={billingAlertKinds.map((value) => ({ value, label: alertKindLabels[value] }))}
          onChange={setKind}
        />
        {isDays ? (
          <Input {...field('days')} label="Days" inputMode="numeric" defaultValue="3" />
        ) : (
          <div className="grid grid-cols-[1fr_5rem] gap-3">
            <Input {...field('amount')} label="Amount" inputMode="decimal" autoComplete="off" />
            <Input {...field('currency')} label="Currency" maxLength={3} defaultValue="USD" autoComplete="off" />
          </div>
        )}
        <FormButtons isBusy={isBusy} onCancel={onClose} className="sm:col-span-2">
          Add alert
        </FormButtons>
      </form>
    </Dialog>
  )
}

/** Days that are not typed are no number: zero would be the day itself. */
function toAlert(kind: BillingAlertKind, { name, amount, currency, days }: Record<(typeof fields)[number], string>) {
  const limit =
    kind === 'invoice_due'
      ? { days_before: days.trim() === '' ? Number.NaN : Number(days) }
      : { amount: amount.trim(), currency: currency.trim().toUpperCase() }
  return { kind, name: name.trim(), ...limit }
}
