import type { AccountAnswer } from '@kept/contract/routes/billing/shapes.ts'
import { fromKeys } from '@kept/foundation/keys.ts'
import { Dialog } from '@kept/ui/controls/Dialog.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { FormButtons } from '@kept/ui/form/FormButtons.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useForm } from '@kept/ui/form/useForm.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { explainFor } from '../../account/refusal.ts'
import { api } from '../../api/client.ts'
import { checkBy } from '../../form/check-by.ts'

interface BillingDetailsFormProps {
  organization: string
  /** Null: none yet. */
  account: AccountAnswer | null
  onClose(): void
}

const partyFields = ['name', 'street', 'street_2', 'city', 'postal_code', 'region', 'country', 'tax_id'] as const
const fields = [...partyFields, 'recipients', 'purchase_order', 'locale'] as const
type FieldName = (typeof fields)[number]
/** The field of each part of the address. */
const names: Record<string, FieldName> = Object.fromEntries(partyFields.map((name) => [`buyer.${name}`, name]))

function toAccount(values: Record<FieldName, string>, preferredRail: AccountAnswer['preferred_rail']) {
  const party = fromKeys(partyFields, (name) => values[name].trim())
  return {
    buyer: { ...party, country: party.country.toUpperCase() },
    recipients: values.recipients.split(/[\s,;]+/).filter(Boolean),
    purchase_order: values.purchase_order.trim(),
    locale: values.locale.trim(),
    preferred_rail: preferredRail,
  }
}

/** The address, tax ID and recipients of invoices. */
export function BillingDetailsForm({ organization, account, onClose }: BillingDetailsFormProps) {
  const client = useQueryClient()
  const rail = account?.preferred_rail ?? 'transfer'
  const { form, field, failure, isBusy } = useForm({
    ...checkBy({
      fields,
      schema: () => import('@kept/domain/billing/account.ts').then((account) => account.billingAccountSchema),
      input: (values) => toAccount(values, rail),
      names,
      missing: { name: 'Enter the name of your company.', country: 'Enter a country code, such as US.' },
      invalid: {
        country: 'Enter a country code, such as US.',
        recipients: 'Enter email addresses, separated by commas.',
        locale: 'Enter a language tag, such as en-US or de-DE.',
      },
    }),
    async send(values) {
      await api.billing.changeAccount.call({ organization, ...toAccount(values, rail) })
      await client.invalidateQueries({ queryKey: api.billing.key() })
      toasts.show({ title: 'Billing details saved' })
      onClose()
    },
    explain: explainFor({
      ...names,
      ...{ recipients: 'recipients', locale: 'locale', purchase_order: 'purchase_order' },
    }),
  })
  const buyer = account?.buyer
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Billing details"
      description="They apply to documents that are issued later."
    >
      <form {...form} className="grid gap-3 sm:grid-cols-2">
        <div className="sm:col-span-2">
          <FormFailure sentence={failure} />
        </div>
        <div className="sm:col-span-2">
          <Input {...field('name')} label="Company" autoComplete="organization" defaultValue={buyer?.name} />
        </div>
        <Input {...field('street')} label="Street" autoComplete="address-line1" defaultValue={buyer?.street} />
        <Input
          {...field('street_2')}
          label="Building or department"
          autoComplete="address-line2"
          defaultValue={buyer?.street_2}
        />
        <Input
          {...field('postal_code')}
          label="Postal code"
          autoComplete="postal-code"
          defaultValue={buyer?.postal_code}
        />
        <Input {...field('city')} label="City" autoComplete="address-level2" defaultValue={buyer?.city} />
        <Input
          {...field('region')}
          label="State or province"
          autoComplete="address-level1"
          defaultValue={buyer?.region}
        />
        <Input
          {...field('country')}
          label="Country"
          hint="Two letters, such as US or DE"
          maxLength={2}
          autoComplete="country"
          defaultValue={buyer?.country}
        />
        <Input {...field('tax_id')} label="Tax ID" hint="VAT number, or empty" defaultValue={buyer?.tax_id} />
        <Input
          {...field('purchase_order')}
          label="Purchase order"
          hint="Printed on invoices"
          defaultValue={account?.purchase_order}
        />
        <Input
          {...field('recipients')}
          label="Send invoices to"
          hint="Emails, comma-separated"
          defaultValue={account?.recipients.join(', ')}
        />
        <Input
          {...field('locale')}
          label="Number and date format"
          hint="en-US, de-DE, ..."
          defaultValue={account?.locale ?? 'en-US'}
        />
        <FormButtons isBusy={isBusy} onCancel={onClose} className="sm:col-span-2">
          Save
        </FormButtons>
      </form>
    </Dialog>
  )
}
