import type { SyncConnection } from '@kept/domain/sync/connection.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { ProgressBar } from '@kept/ui/controls/ProgressBar.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useForm } from '@kept/ui/form/useForm.ts'
import { useQueryClient } from '@tanstack/react-query'
import { explainFor } from '../../../account/refusal.ts'
import { api } from '../../../api/client.ts'
import { Section } from '../../../shell/Page.tsx'

interface ApiCostProps {
  connection: SyncConnection
  mayChange: boolean
}

const amount = /^\d{1,6}(?:\.\d{1,2})?$/

/** What the cloud charges for the requests of Kept in this month, and the limit at which metrics wait. */
export function ApiCost({ connection, mayChange }: ApiCostProps) {
  const { id, api_cost_limit: limit, api_cost_this_month: cost, kind } = connection
  const client = useQueryClient()
  const { form, field, failure, isBusy } = useForm<'api_cost_limit'>({
    fields: ['api_cost_limit'],
    check: ({ api_cost_limit }): { api_cost_limit?: string } =>
      amount.test(api_cost_limit.trim()) ? {} : { api_cost_limit: 'Enter an amount in US dollars, such as 25.' },
    async send({ api_cost_limit }) {
      await api.sync.setApiCostLimit.call({ id, api_cost_limit: api_cost_limit.trim() })
      await client.invalidateQueries({ queryKey: api.sync.key() })
    },
    explain: explainFor<'api_cost_limit'>({ api_cost_limit: 'api_cost_limit' }),
  })
  if (kind === 'kubernetes' || kind === 'oci') return null
  const share = Number(limit) > 0 ? Math.min(1, Number(cost) / Number(limit)) : 1
  return (
    <Section
      title="Cost of API calls"
      description={`The cloud charges for ${kind === 'gcp' ? 'metrics and for the queries that read bills' : 'metrics'}, at list price. Lists of resources are free. At the limit, ${kind === 'gcp' ? 'both' : 'metrics'} wait until the next month.`}
    >
      <p className="figure text-body">
        {formatMoney(cost)} of {formatMoney(limit)} this month
      </p>
      <div className="mt-2 max-w-md">
        <ProgressBar label="Cost of API calls this month" value={share} />
      </div>
      {mayChange && (
        <form {...form} className="mt-3 max-w-md">
          <FormFailure sentence={failure} />
          <div className="flex flex-wrap items-end gap-2">
            <div className="w-40">
              <Input
                {...field('api_cost_limit')}
                key={limit}
                label="Monthly limit, USD"
                inputMode="decimal"
                defaultValue={limit}
                autoComplete="off"
              />
            </div>
            <Button type="submit" isBusy={isBusy}>
              Save limit
            </Button>
          </div>
        </form>
      )}
    </Section>
  )
}
