import { sentenceOf } from '@kept/client/errors.ts'
import type { BudgetAnswer } from '@kept/contract/routes/budgets.ts'
import { budgetPercent } from '@kept/domain/budget-percent.ts'
import type { GroupKey } from '@kept/domain/cost-query.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useForm, type Values } from '@kept/ui/form/useForm.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useRef, useState } from 'react'
import { explainFor } from '../../account/refusal.ts'
import { api } from '../../api/client.ts'
import { checkBy } from '../../form/check-by.ts'
import { labelOfKey } from '../../spend/group-key.ts'
import { useCatalog } from '../../spend/useCatalog.ts'
import { describeScope, formatPercents, percentsOf, periodLabels } from './budget-text.ts'
import { NotifyFields } from './NotifyFields.tsx'
import { SuggestedAmount } from './SuggestedAmount.tsx'
import { useBudgetNotify } from './useBudgetNotify.ts'

const periods = ['monthly', 'quarterly', 'yearly', 'rolling_30'] as const
const budgetFields = ['name', 'amount', 'currency', 'value', 'owner', 'actual', 'forecast', 'slack'] as const
type BudgetField = (typeof budgetFields)[number]
const { min, max } = budgetPercent
const mistakenPercents = `Enter whole percentages from ${min} to ${max}, such as 80, 100.`
const dimensions = ['provider', 'sub_account', 'service', 'category', 'region'] as const
type Part = 'everything' | GroupKey
/** Tag keys to choose from, most used first. */
const maxTags = 12

const isOffered = (key: GroupKey) => dimensions.some((dimension) => dimension === key)

interface BudgetFormProps {
  /** The budget to edit; omit it to create one. */
  budget?: BudgetAnswer
  onSaved(): void
  onCancel(): void
}

/** The form of a budget. Filters that only the API can set are preserved. */
export function BudgetForm({ budget, onSaved, onCancel }: BudgetFormProps) {
  const [singleFilter] = budget?.filters.length === 1 ? budget.filters : []
  const tags = useCatalog().data?.tag_keys.slice(0, maxTags) ?? []
  const isSimple = singleFilter?.op === 'is' && singleFilter.values.length === 1
  const scopeKey =
    isSimple && (singleFilter.dimension.startsWith('tag:') || isOffered(singleFilter.dimension))
      ? singleFilter.dimension
      : undefined
  const parts: Part[] = ['everything', ...dimensions, ...tags.map(({ key }) => `tag:${key}` as const)]
  if (scopeKey && !parts.includes(scopeKey)) parts.push(scopeKey)
  const isCustomScope = budget !== undefined && budget.filters.length > 0 && scopeKey === undefined
  const [period, setPeriod] = useState<(typeof periods)[number]>(budget?.period ?? 'monthly')
  const [part, setPart] = useState<Part>(scopeKey ?? 'everything')
  const notify = useBudgetNotify(budget?.name)
  const amountGrid = useRef<HTMLDivElement>(null)
  const toBudget = ({ name, amount, currency, value, owner, actual, forecast }: Values<BudgetField>) => ({
    name: name.trim(),
    period,
    amount: amount.trim(),
    currency: currency.trim(),
    owner: owner.trim(),
    thresholds: [
      ...(percentsOf(actual) ?? []).map((percent) => ({ percent, basis: 'actual' as const })),
      ...(percentsOf(forecast) ?? []).map((percent) => ({ percent, basis: 'forecast' as const })),
    ],
    ...(!isCustomScope && {
      filters: part === 'everything' ? [] : [{ dimension: part, op: 'is' as const, values: [value.trim()] }],
    }),
  })
  const { form, field, failure, isBusy } = useForm({
    ...checkBy({
      fields: budgetFields,
      schema: () => import('@kept/contract/inputs/costs.ts').then(({ createBudgetInput }) => createBudgetInput),
      input: toBudget,
      missing: { name: 'Enter a name.', currency: 'Enter the currency of the bill, such as USD.' },
      invalid: { amount: 'Enter an amount above zero, such as 1200 or 99.50.' },
      rules: (values) => ({
        ...(!isCustomScope &&
          part !== 'everything' &&
          values.value.trim() === '' && { value: 'Enter it as written in the bill.' }),
        ...(percentsOf(values.actual) === undefined && { actual: mistakenPercents }),
        ...(percentsOf(values.forecast) === undefined && { forecast: mistakenPercents }),
        ...(values.slack.trim() !== '' &&
          !values.slack.trim().startsWith('https://') && { slack: 'Enter the URL; it begins with https://.' }),
      }),
    }),
    async send(values) {
      const input = toBudget(values)
      if (budget) await api.budgets.change.call({ id: budget.id, ...input })
      else await api.budgets.create.call(input)
      await saveNotification(input.name, values.slack)
      onSaved()
    },
    explain: explainFor({ name: 'name' }),
  })
  // The budget is saved by then: what fails here must not ask for it again.
  const saveNotification = (name: string, slackUrl: string) =>
    notify
      .save(name, slackUrl)
      .catch((error: unknown) =>
        toasts.show({ title: 'The budget is saved, its notification is not', body: sentenceOf(error), tone: 'error' }),
      )
  const fillSuggestion = (amount: string, currency: string) => {
    for (const [name, value] of Object.entries({ amount, currency })) {
      const input = amountGrid.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)
      if (input) input.value = value
    }
  }
  return (
    <form {...form} className="mb-8 max-w-lg space-y-4 border-rule border-l-2 pl-4">
      <FormFailure sentence={failure} />
      <Input {...field('name')} label="Name" autoComplete="off" autoFocus defaultValue={budget?.name} />
      <div ref={amountGrid} className="grid grid-cols-2 gap-4">
        <Input
          {...field('amount')}
          label="Amount"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={budget?.amount}
        />
        <Input {...field('currency')} label="Currency" defaultValue={budget?.currency ?? 'USD'} autoComplete="off" />
      </div>
      {!budget && period === 'monthly' && part === 'everything' && <SuggestedAmount onUse={fillSuggestion} />}
      <div className="grid grid-cols-2 gap-4">
        <Select<(typeof periods)[number]>
          label="Period"
          value={period}
          options={periods.map((value) => ({ value, label: periodLabels[value] }))}
          onChange={setPeriod}
        />
        {!isCustomScope && (
          <Select<Part>
            label="Scope"
            value={part}
            options={parts.map((value) => ({
              value,
              label: value === 'everything' ? 'Everything' : labelOfKey(value),
            }))}
            onChange={setPart}
          />
        )}
      </div>
      {isCustomScope && (
        <p className="text-small text-soft">
          Scope: {describeScope(budget)}. Set through the API; saving preserves it.
        </p>
      )}
      {!isCustomScope && part !== 'everything' && (
        <Input
          {...field('value')}
          label={labelOfKey(part)}
          hint="As written in the bill. Use IDs for accounts and regions."
          autoComplete="off"
          defaultValue={scopeKey ? singleFilter?.values[0] : undefined}
        />
      )}
      <Input
        {...field('owner')}
        label="Owner"
        hint="Defaults to you."
        autoComplete="off"
        defaultValue={budget?.owner}
      />
      <div className="grid grid-cols-2 gap-4">
        <Input
          {...field('actual')}
          label="Alert at actual %"
          autoComplete="off"
          defaultValue={budget ? formatPercents(budget, 'actual') : '80, 100'}
        />
        <Input
          {...field('forecast')}
          label="Alert at forecast %"
          autoComplete="off"
          defaultValue={budget ? formatPercents(budget, 'forecast') : '100'}
        />
      </div>
      <NotifyFields notify={notify} slackField={field('slack')} />
      <div className="flex gap-2">
        <Button type="submit" tone="primary" isBusy={isBusy}>
          {budget ? 'Save' : 'Create budget'}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}
