import { formatMoney } from '@kept/foundation/format/money.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { suggestAmount } from './suggest-amount.ts'

/** What was spent in 30 days, and an amount to start with. */
export function SuggestedAmount({ onUse }: { onUse(amount: string, currency: string): void }) {
  const query = useQuery(api.costOptimization.overview.queryOptions({ input: {} }))
  const [main] = query.data?.data.currencies ?? []
  const amount = main && suggestAmount(main.effective)
  if (!main || !amount) return null
  return (
    <p className="figure flex flex-wrap items-center gap-2 text-small text-soft">
      Everything cost {formatMoney(main.effective, main.currency, { places: 0 })} in the last 30 days.
      <Button size="small" onClick={() => onUse(amount, main.currency)}>
        Use {formatMoney(amount, main.currency, { places: 0 })}
      </Button>
    </p>
  )
}
