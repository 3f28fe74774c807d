import type { Overview } from '@kept/contract/routes/cost-optimization.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useForm } from '@kept/ui/form/useForm.ts'
import { inWindow } from '@kept/ui/format/day.ts'
import { formatMoney } from '@kept/ui/format/money.ts'
import { useQueryClient } from '@tanstack/react-query'
import { explainFor } from '../../account/refusal.ts'
import { api } from '../../api/client.ts'
import { TextLink } from '../../shell/TextLink.tsx'

/** What a month may cost, of everything; narrower ones are made among the budgets. */
export function FirstBudget({ overview, onDone }: { overview: Overview | undefined; onDone(): void }) {
  const client = useQueryClient()
  const main = overview?.currencies[0]
  const { form, field, failure, busy } = useForm({
    fields: ['amount', 'currency'],
    check: ({ amount, currency }) => ({
      ...((!/^\d+(\.\d+)?$/.test(amount.trim()) || Number(amount) <= 0) && {
        amount: 'Type an amount above zero, such as 1200 or 99.50.',
      }),
      ...(currency.trim() === '' && { currency: 'Type the currency of the bill, such as USD.' }),
    }),
    async send({ amount, currency }) {
      await api.budgets.create.call({
        ...{ name: 'Everything', period: 'monthly', filters: [], owner: '' },
        ...{ amount: amount.trim(), currency: currency.trim() },
      })
      await client.invalidateQueries({ queryKey: api.budgets.key() })
      onDone()
    },
    explain: explainFor({ amount: 'amount', currency: 'currency' }),
  })
  const spent =
    main && overview?.from && overview.to
      ? `You spent ${formatMoney(main.effective, main.currency)} ${inWindow(overview.from, overview.to)}.`
      : 'Any amount; it can be changed once the first bill is in.'
  return (
    <form {...form} className="max-w-sm space-y-3">
      <FormFailure sentence={failure} />
      <div className="grid grid-cols-[1fr_6rem] gap-4">
        <Input {...field('amount')} label="What a month may cost" hint={spent} inputMode="decimal" autoComplete="off" />
        <Input
          {...field('currency')}
          label="Currency"
          maxLength={40}
          defaultValue={main?.currency ?? 'USD'}
          autoComplete="off"
        />
      </div>
      <p className="text-small text-soft">
        You are told at 80 % and 100 % of it, and when the forecast goes beyond.{' '}
        <TextLink to="/budgets">Of one team or provider</TextLink>
      </p>
      <Button type="submit" tone="primary" busy={busy}>
        Set the budget
      </Button>
    </form>
  )
}
