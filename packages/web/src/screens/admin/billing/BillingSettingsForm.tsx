import type { BillingSettings } from '@kept/domain/billing/settings.ts'
import { fromKeys, keysOf } from '@kept/foundation/keys.ts'
import { Dialog } from '@kept/ui/controls/Dialog.tsx'
import { Input, TextArea } from '@kept/ui/controls/Field.tsx'
import { FormButtons } from '@kept/ui/form/FormButtons.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useForm } from '@kept/ui/form/useForm.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { explainFor } from '../../../account/refusal.ts'
import { api } from '../../../api/client.ts'
import { readTaxRules, writeTaxRules } from './tax-rules-text.ts'

const fields = [
  ...(['name', 'street', 'city', 'postal_code', 'region', 'country', 'tax_id', 'email'] as const),
  ...(['number_prefix', 'terms_days', 'draft_days', 'bank_lines', 'notes', 'tax'] as const),
] as const

interface BillingSettingsFormProps {
  settings: BillingSettings
  onClose(): void
}

/** Saves a new version of the settings. */
export function BillingSettingsForm({ settings, onClose }: BillingSettingsFormProps) {
  const client = useQueryClient()
  const { form, field, failure, isBusy } = useForm({
    fields,
    check: ({ tax }) => {
      const read = readTaxRules(tax)
      return 'mistake' in read ? { tax: read.mistake } : {}
    },
    async send({ number_prefix, terms_days, draft_days, bank_lines, notes, tax, ...seller }) {
      const read = readTaxRules(tax)
      await api.billingAdmin.changeSettings.call({
        seller: { ...settings.seller, ...trimmed(seller), country: seller.country.trim().toUpperCase() },
        number_prefix: number_prefix.trim(),
        terms_days: Number(terms_days),
        draft_days: Number(draft_days),
        bank_lines: linesOf(bank_lines),
        notes: linesOf(notes),
        tax: 'rules' in read ? read.rules : settings.tax,
      })
      await client.invalidateQueries({ queryKey: api.billingAdmin.key() })
      toasts.show({ title: 'Billing settings saved', body: 'They apply to documents issued from now on.' })
      onClose()
    },
    explain: explainFor({
      ...{ 'seller.name': 'name', 'seller.country': 'country', 'seller.email': 'email' },
      ...{ number_prefix: 'number_prefix', terms_days: 'terms_days', draft_days: 'draft_days', tax: 'tax' },
    }),
  })
  const { seller } = settings
  return (
    <Dialog
      open
      wide
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Billing settings"
      description="Creates a version that applies to documents issued from now on."
    >
      <form {...form} className="grid gap-3 sm:grid-cols-2">
        <div className="sm:col-span-2">
          <FormFailure sentence={failure} />
        </div>
        <Input {...field('name')} label="Seller" defaultValue={seller.name} />
        <Input {...field('tax_id')} label="Tax ID" defaultValue={seller.tax_id} />
        <Input {...field('street')} label="Street" defaultValue={seller.street} />
        <Input {...field('city')} label="City" defaultValue={seller.city} />
        <Input {...field('postal_code')} label="Postal code" defaultValue={seller.postal_code} />
        <Input {...field('region')} label="State or province" defaultValue={seller.region} />
        <Input {...field('country')} label="Country" hint="Two letters" maxLength={2} defaultValue={seller.country} />
        <Input {...field('email')} label="Email" type="email" defaultValue={seller.email} />
        <Input {...field('number_prefix')} label="Number prefix" defaultValue={settings.number_prefix} />
        <Input {...field('terms_days')} label="Days until due" inputMode="numeric" defaultValue={settings.terms_days} />
        <Input
          {...field('draft_days')}
          label="Days to dispute"
          inputMode="numeric"
          defaultValue={settings.draft_days}
        />
        <div className="sm:col-span-2">
          <TextArea
            {...field('bank_lines')}
            label="Bank details"
            hint="Printed as they stand, one per line"
            defaultValue={settings.bank_lines.join('\n')}
          />
        </div>
        <div className="sm:col-span-2">
          <TextArea
            {...field('tax')}
            label="Tax rules"
            hint="One per line, the first that matches decides: country or *, region or *, with / without / any tax ID, category S Z AE O, percent, note. For example: DE, *, any, S, 19"
            defaultValue={writeTaxRules(settings.tax)}
          />
        </div>
        <div className="sm:col-span-2">
          <TextArea {...field('notes')} label="Notes at the foot" defaultValue={settings.notes.join('\n')} />
        </div>
        <FormButtons isBusy={isBusy} onCancel={onClose} className="sm:col-span-2">
          Save
        </FormButtons>
      </form>
    </Dialog>
  )
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}

function trimmed<Name extends string>(values: Record<Name, string>): Record<Name, string> {
  return fromKeys(keysOf(values), (name) => values[name].trim())
}
