import { sentenceOf } from '@kept/client/errors.ts'
import type { CommissionCustomer } from '@kept/contract/routes/commission.ts'
import { defaultTerms } from '@kept/domain/default-terms.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { useState } from 'react'
import { RuleEditor } from './RuleEditor.tsx'
import { comingMonths } from './rule-text.ts'
import { useBulkChange } from './useBulkChange.ts'

interface BulkRuleProps {
  customers: readonly CommissionCustomer[]
  onClear(): void
}

/** What can be done with every customer chosen; it is there while one is. */
export function BulkRule({ customers, onClear }: BulkRuleProps) {
  const [open, setOpen] = useState(false)
  const [tier, setTier] = useState('custom')
  const change = useBulkChange(() => {
    setOpen(false)
    onClear()
  })
  if (customers.length === 0) return null
  const ids = customers.map(({ id }) => id)
  const currencies = [...new Set(customers.map(({ rule }) => rule.currency))].toSorted()
  const [currency = 'USD', other] = currencies
  return (
    <section aria-label="Selected customers" className="mt-4">
      <div className="flex flex-wrap items-center gap-2 rounded-base border border-rule-strong bg-raised px-3 py-2">
        <p role="status" className="mr-2 text-body font-medium">
          {counted(customers.length, 'customer')} selected
        </p>
        <Button aria-expanded={open} disabled={other !== undefined} onClick={() => setOpen(!open)}>
          Edit rule
        </Button>
        <Button
          isBusy={change.isPending && !open}
          onClick={() => change.mutate({ ids, terms: null, valid_from: comingMonths(new Date())[1] ?? '' })}
        >
          Back to standard next month
        </Button>
        <Button tone="quiet" onClick={onClear}>
          Clear selection
        </Button>
        {other !== undefined && (
          <p className="text-small text-soft">
            Select customers with one currency. These are billed in {currencies.join(' and ')}.
          </p>
        )}
        {change.isError && !open && (
          <p role="alert" className="text-small text-leak">
            {sentenceOf(change.error)}
          </p>
        )}
      </div>
      {open && (
        <div className="mt-4 border-rule border-b pb-6">
          <div className="mb-4 w-56">
            <Input label="Tier" value={tier} onChange={(event) => setTier(event.target.value)} />
          </div>
          <RuleEditor
            terms={customers.length === 1 ? (customers[0]?.rule ?? defaultTerms) : { ...defaultTerms, currency }}
            currency={currency}
            isBusy={change.isPending}
            failure={change.isError ? sentenceOf(change.error) : ''}
            onSave={(terms, valid_from) =>
              change.mutate({ ids, tier: tier.trim().toLowerCase(), terms: { ...terms, currency }, valid_from })
            }
          />
        </div>
      )}
    </section>
  )
}
