import type { CommissionTerms } from '@kept/domain/commission-terms.ts'
import { formatMonth } from '@kept/foundation/format/day.ts'
import { Button, IconButton } from '@kept/ui/controls/Button.tsx'
import { Checkbox } from '@kept/ui/controls/Checkbox.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { Segmented } from '@kept/ui/controls/Segmented.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { Preview } from './Preview.tsx'
import { comingMonths, type Draft, draftOf, kindLabels, kinds, readDraft } from './rule-text.ts'

interface RuleEditorProps {
  /** What holds now. */
  terms: CommissionTerms
  currency: string | null
  /** Whose months are billed again for the preview; those of all customers when left out. */
  customer?: string
  isBusy: boolean
  failure: string
  onSave(terms: CommissionTerms, validFrom: string): void
}

const modes = [
  { value: 'graduated', label: 'Graduated (each tier has its own rate)' },
  { value: 'volume', label: 'Volume (one rate for the total)' },
] as const

/** Tiers, cap and the month a rule begins with, beside what the last months would have cost under it. */
export function RuleEditor({ terms, currency, customer, isBusy, failure, onSave }: RuleEditorProps) {
  const months = comingMonths(new Date())
  const [draft, setDraft] = useState<Draft>(() => draftOf(terms))
  const [from, setFrom] = useState(months[1] ?? '')
  const read = readDraft(draft, currency)
  const setTier = (position: number, part: Partial<Draft['tiers'][number]>) =>
    setDraft({ ...draft, tiers: draft.tiers.map((tier, index) => (index === position ? { ...tier, ...part } : tier)) })
  return (
    <div className="grid gap-x-12 gap-y-6 lg:grid-cols-2">
      <div className="min-w-0 space-y-4">
        <Segmented
          label="Tiers"
          value={draft.mode}
          options={[...modes]}
          onChange={(mode) => setDraft({ ...draft, mode })}
        />
        <ul className="space-y-2">
          {draft.tiers.map((tier, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: tiers have no name but their place.
            <li key={index} className="flex items-end gap-2">
              <div className="w-36">
                <Input
                  label={`Tier ${index + 1} from${currency ? ` (${currency})` : ''}`}
                  inputMode="decimal"
                  value={tier.from}
                  disabled={index === 0}
                  onChange={(event) => setTier(index, { from: event.target.value })}
                />
              </div>
              <div className="w-28">
                <Input
                  label="Rate (%)"
                  inputMode="decimal"
                  value={tier.percent}
                  onChange={(event) => setTier(index, { percent: event.target.value })}
                />
              </div>
              {index > 0 && (
                <IconButton
                  label={`Remove tier ${index + 1}`}
                  icon={<X size={14} />}
                  onClick={() => setDraft({ ...draft, tiers: draft.tiers.filter((_, position) => position !== index) })}
                />
              )}
            </li>
          ))}
        </ul>
        <Button
          size="small"
          icon={<Plus size={14} className="text-faint" />}
          disabled={draft.tiers.length >= 8}
          onClick={() => setDraft({ ...draft, tiers: [...draft.tiers, { from: '', percent: '' }] })}
        >
          Add a tier
        </Button>
        <div className="flex flex-wrap gap-3">
          <div className="w-36 sm:w-44">
            <Input
              label="Monthly cap"
              hint="Leave empty for no cap"
              inputMode="decimal"
              value={draft.cap}
              onChange={(event) => setDraft({ ...draft, cap: event.target.value })}
            />
          </div>
          <div className="w-36 sm:w-44">
            <Select
              label="From"
              value={from}
              options={months.map((month) => ({ value: month, label: formatMonth(`${month}-01`) }))}
              onChange={setFrom}
            />
          </div>
        </div>
        <fieldset>
          <legend className="text-small text-soft">Months an action is billed, from its start</legend>
          <div className="mt-1 grid grid-cols-2 gap-3 sm:grid-cols-3">
            {kinds.map((kind) => (
              <Input
                key={kind}
                label={sentence(kindLabels[kind])}
                placeholder="No limit"
                inputMode="numeric"
                value={draft.horizons[kind]}
                onChange={(event) =>
                  setDraft({ ...draft, horizons: { ...draft.horizons, [kind]: event.target.value } })
                }
              />
            ))}
          </div>
        </fieldset>
        <div>
          <Checkbox
            checked={draft.billsAvoidance}
            onChange={(billsAvoidance) => setDraft({ ...draft, billsAvoidance })}
          >
            Bill avoided loop cost
          </Checkbox>
          <p className="mt-1 max-w-prose text-small text-soft">
            Estimated cost until someone would have noticed, up to 24 hours. If off, avoided cost is shown but not
            billed.
          </p>
        </div>
        <p role="alert" className="text-small text-leak">
          {typeof read === 'string' ? read : failure}
        </p>
        <Button
          tone="primary"
          isBusy={isBusy}
          disabled={typeof read === 'string'}
          onClick={() => typeof read !== 'string' && onSave(read, from)}
        >
          Save new version
        </Button>
      </div>
      {typeof read !== 'string' && <Preview terms={read} {...(customer !== undefined && { customer })} />}
    </div>
  )
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
