import { apartCategories } from '@kept/domain/cube.ts'
import { addDays } from '@kept/foundation/calendar/day.ts'
import { absolute, compare, isZero, sum } from '@kept/foundation/decimal.ts'
import { formatDayShort } from '@kept/foundation/format/day.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { counted } from '@kept/foundation/format/number.ts'
import type { DayWindow } from '@kept/ui/controls/DateRangePicker.tsx'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { TextLink } from '../../shell/TextLink.tsx'
import { joinList } from '../../url/search.ts'

const maxCharges = 3

/** Tax, fees and one-time charges of the days above: they are no part of the trend. */
export function ChargesApart({ window, currency }: { window: DayWindow; currency: string }) {
  const query = useQuery(
    api.costs.query.queryOptions({
      input: {
        measures: ['effective'],
        group_by: ['charge_category', 'provider'],
        grain: 'day',
        filters: [{ dimension: 'charge_category', op: 'is', values: [...apartCategories] }],
        start_date: window.from,
        end_date: window.to,
        currency,
      },
    }),
  )
  const charges = (query.data?.data.rows ?? [])
    .flatMap(({ period, keys, values }) =>
      period && values.effective && !isZero(values.effective)
        ? [
            {
              day: period,
              category: keys.charge_category ?? '',
              provider: keys.provider ?? '',
              amount: values.effective,
            },
          ]
        : [],
    )
    .toSorted((a, b) => compare(absolute(b.amount), absolute(a.amount)))
  const total = sum(charges.map(({ amount }) => amount))
  const search = {
    ...window,
    by: 'charge_category,provider',
    f: joinList([joinList(['charge_category', 'is', ...apartCategories], '|')], ','),
    ...(currency !== 'USD' && { currency }),
  }
  return (
    <p className="figure mt-2 flex min-h-5 flex-wrap gap-x-4 gap-y-1 border-rule border-t pt-2 text-small text-soft">
      {query.data && (
        <TextLink to="/costs" search={search} quiet>
          Tax, fees and one-time <span className="font-semibold">{formatMoney(total, currency)}</span>
        </TextLink>
      )}
      {charges.slice(0, maxCharges).map(({ day, category, provider, amount }) => (
        <TextLink
          key={`${day} ${category} ${provider}`}
          to="/costs"
          search={{ ...search, from: day, to: addDays(day, 1), by: 'charge_category,provider,service' }}
          quiet
        >
          {category} {provider}, {formatDayShort(day)} {formatMoney(amount, currency)}
        </TextLink>
      ))}
      {charges.length > maxCharges && (
        <TextLink to="/costs" search={search} quiet>
          {counted(charges.length - maxCharges, 'more', 'more')}
        </TextLink>
      )}
    </p>
  )
}
