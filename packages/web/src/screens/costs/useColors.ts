import type { CostAnswer } from '@kept/domain/cost-query.ts'
import { palette } from '@kept/ui/charts/palette.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { addsUp } from '../../spend/figure.ts'
import type { Explorer } from './explorer.ts'
import { groupId } from './group-rows.ts'
import { stableColors } from './stable-colors.ts'

/** The colors of the groups by their ID: by rank over all costs, so that filters and dates never repaint a value. */
export function useColors(
  state: Explorer,
  currency: string | null,
  answer: CostAnswer | undefined,
): Readonly<Record<string, string>> {
  const ranking = useQuery({
    ...api.costs.query.queryOptions({
      input: { group_by: state.groupBy, top: palette.length, ...(currency && { currency }) },
    }),
    enabled: currency !== null && state.groupBy.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 300_000,
  })
  const [measure] = state.measures
  const rows = (answer?.rows ?? []).filter((row) => row.currency === currency && !row.other)
  const sizes = new Map<string, number>()
  for (const row of rows) {
    const id = groupId(row, state.groupBy)
    sizes.set(id, (sizes.get(id) ?? 0) + Math.abs(Number(row.values[measure] ?? 0)))
  }
  const drawn = [...sizes]
    .toSorted(([, a], [, b]) => (addsUp(measure) ? b - a : 0))
    .slice(0, palette.length)
    .map(([id]) => id)
  const ranked = (ranking.data?.data.rows ?? [])
    .filter((row) => !row.other && row.currency === currency)
    .map((row) => groupId(row, state.groupBy))
  return stableColors(ranked, drawn)
}
