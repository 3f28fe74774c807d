import type { Overview } from '@kept/contract/routes/cost-optimization.ts'
import { inWindow } from '@kept/foundation/format/day.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useForm } from '@kept/ui/form/useForm.ts'
import { useQueryClient } from '@tanstack/react-query'
import { explainFor } from '../../account/refusal.ts'
import { api } from '../../api/client.ts'
import { checkBy } from '../../form/check-by.ts'
import { TextLink } from '../../shell/TextLink.tsx'

/** Sets a monthly budget for all costs. Budgets of one team or provider are set on the Budgets screen. */
export function FirstBudget({ overview, onDone }: { overview: Overview | undefined; onDone(): void }) {
  const client = useQueryClient()
  const main = overview?.currencies[0]
  const { form, field, failure, isBusy } = useForm({
    ...checkBy({
      fields: ['amount', 'currency'],
      schema: () => import('@kept/contract/inputs/costs.ts').then(({ createBudgetInput }) => createBudgetInput),
      input: toBudget,
      missing: { currency: 'Enter the currency of the bill, such as USD.' },
      invalid: { amount: 'Enter an amount above zero, such as 1200 or 99.50.' },
    }),
    async send(values) {
      await api.budgets.create.call(toBudget(values))
      await client.invalidateQueries({ queryKey: api.budgets.key() })
      onDone()
    },
    explain: explainFor({ amount: 'amount', currency: 'currency' }),
  })
  const amountHint =
    main && overview?.start_date && overview.end_date
      ? `You spent ${formatMoney(main.effective, main.currency)} ${inWindow(overview.start_date, overview.end_date)}.`
      : 'You can change the amount later.'
  return (
    <form {...form} className="max-w-sm space-y-3">
      <FormFailure sentence={failure} />
      <div className="grid grid-cols-[1fr_6rem] gap-4">
        <Input {...field('amount')} label="Monthly budget" hint={amountHint} inputMode="decimal" autoComplete="off" />
        <Input {...field('currency')} label="Currency" defaultValue={main?.currency ?? 'USD'} autoComplete="off" />
      </div>
      <p className="text-small text-soft">
        We alert you at 80% and 100%, and when the forecast exceeds it.{' '}
        <TextLink to="/budgets">Budget for a team or provider</TextLink>
      </p>
      <Button type="submit" tone="primary" isBusy={isBusy}>
        Set the budget
      </Button>
    </form>
  )
}

function toBudget({ amount, currency }: { amount: string; currency: string }) {
  return {
    ...{ name: 'Everything', period: 'monthly' as const, filters: [], owner: '' },
    ...{ amount: amount.trim(), currency: currency.trim() },
  }
}
