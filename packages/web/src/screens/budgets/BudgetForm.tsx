import type { BudgetAnswer } from '@kept/contract/routes/budgets.ts'
import type { GroupKey } from '@kept/domain/cube.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useForm } from '@kept/ui/form/useForm.ts'
import { useState } from 'react'
import { explainFor } from '../../account/refusal.ts'
import { api } from '../../api/client.ts'
import { labelOfKey } from '../../spend/group-key.ts'
import { useCatalogue } from '../../spend/useCatalogue.ts'
import { aboutWords, percentsOf, percentWords, periodWords } from './budget-words.ts'

const periods = ['monthly', 'quarterly', 'yearly', 'rolling_30'] as const
const dimensions = ['provider', 'sub_account', 'service', 'category', 'region'] as const
type Part = 'everything' | GroupKey
/** Keys of tags to choose among, the most used first. */
const mostTags = 12

const isOffered = (key: GroupKey) => dimensions.some((one) => one === key)

interface BudgetFormProps {
  /** The one to change; left out, a new one. */
  budget?: BudgetAnswer
  onMade(): void
  onCancel(): void
}

/** The common cases; the API takes any filter of the cube, and filters this form cannot say are kept as they are. */
export function BudgetForm({ budget, onMade, onCancel }: BudgetFormProps) {
  const [only] = budget?.filters.length === 1 ? budget.filters : []
  const tags = useCatalogue().data?.tag_keys.slice(0, mostTags) ?? []
  const isSimple = only?.op === 'is' && only.values.length === 1
  const known = isSimple && (only.by.startsWith('tag:') || isOffered(only.by)) ? only.by : undefined
  const parts: Part[] = ['everything', ...dimensions, ...tags.map(({ key }) => `tag:${key}` as const)]
  if (known && !parts.includes(known)) parts.push(known)
  const isOwnWords = budget !== undefined && budget.filters.length > 0 && known === undefined
  const [period, setPeriod] = useState<(typeof periods)[number]>(budget?.period ?? 'monthly')
  const [part, setPart] = useState<Part>(known ?? 'everything')
  const { form, field, failure, busy } = useForm({
    fields: ['name', 'amount', 'currency', 'value', 'owner', 'actual', 'forecast'],
    check(values) {
      const mistakes: Partial<Record<keyof typeof values, string>> = {}
      if (values.name.trim() === '') mistakes.name = 'Give it a name.'
      if (!/^\d+(\.\d+)?$/.test(values.amount.trim()) || Number(values.amount) <= 0)
        mistakes.amount = 'Type an amount above zero, such as 1200 or 99.50.'
      if (values.currency.trim() === '') mistakes.currency = 'Type the currency of the bill, such as USD.'
      if (!isOwnWords && part !== 'everything' && values.value.trim() === '')
        mistakes.value = 'Type it as it stands in the bill.'
      for (const of of ['actual', 'forecast'] as const) {
        if (percentsOf(values[of]) === undefined) mistakes[of] = 'Type whole percents from 1 to 1000, such as 80, 100.'
      }
      return mistakes
    },
    async send({ name, amount, currency, value, owner, actual, forecast }) {
      const said = {
        name: name.trim(),
        period,
        amount: amount.trim(),
        currency: currency.trim(),
        owner: owner.trim(),
        thresholds: [
          ...(percentsOf(actual) ?? []).map((percent) => ({ percent, of: 'actual' as const })),
          ...(percentsOf(forecast) ?? []).map((percent) => ({ percent, of: 'forecast' as const })),
        ],
        ...(!isOwnWords && {
          filters: part === 'everything' ? [] : [{ by: part, op: 'is' as const, values: [value.trim()] }],
        }),
      }
      if (budget) await api.budgets.change.call({ id: budget.id, ...said })
      else await api.budgets.create.call(said)
      onMade()
    },
    explain: explainFor({ name: 'name' }),
  })
  return (
    <form {...form} className="mb-8 max-w-lg space-y-4 border-rule border-l-2 pl-4">
      <FormFailure sentence={failure} />
      <Input {...field('name')} label="Name" maxLength={120} autoComplete="off" autoFocus defaultValue={budget?.name} />
      <div className="grid grid-cols-2 gap-4">
        <Input
          {...field('amount')}
          label="Amount"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={budget?.amount}
        />
        <Input
          {...field('currency')}
          label="Currency"
          maxLength={40}
          defaultValue={budget?.currency ?? 'USD'}
          autoComplete="off"
        />
      </div>
      <div className="grid grid-cols-2 gap-4">
        <Select<(typeof periods)[number]>
          label="Period"
          value={period}
          options={periods.map((value) => ({ value, label: periodWords[value] }))}
          onChange={setPeriod}
        />
        {!isOwnWords && (
          <Select<Part>
            label="On what"
            value={part}
            options={parts.map((value) => ({
              value,
              label: value === 'everything' ? 'Everything' : labelOfKey(value),
            }))}
            onChange={setPart}
          />
        )}
      </div>
      {isOwnWords && <p className="text-small text-soft">On {aboutWords(budget)}; set through the API, and kept.</p>}
      {!isOwnWords && part !== 'everything' && (
        <Input
          {...field('value')}
          label={labelOfKey(part)}
          hint="As it stands in the bill; accounts and regions by their ids."
          autoComplete="off"
          defaultValue={known ? only?.values[0] : undefined}
        />
      )}
      <Input
        {...field('owner')}
        label="Owner"
        hint="Who answers for it; empty for you."
        maxLength={200}
        autoComplete="off"
        defaultValue={budget?.owner}
      />
      <div className="grid grid-cols-2 gap-4">
        <Input
          {...field('actual')}
          label="Tell when spent, %"
          autoComplete="off"
          defaultValue={budget ? percentWords(budget, 'actual') : '80, 100'}
        />
        <Input
          {...field('forecast')}
          label="Tell when foretold, %"
          autoComplete="off"
          defaultValue={budget ? percentWords(budget, 'forecast') : '100'}
        />
      </div>
      <div className="flex gap-2">
        <Button type="submit" tone="primary" busy={busy}>
          {budget ? 'Save' : 'Set the budget'}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}
