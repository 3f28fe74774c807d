import { type AlertLabel, isTeamKey } from '@kept/domain/alert-words.ts'
import type { GroupKey } from '@kept/domain/cube.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useCatalogue } from '../../spend/useCatalogue.ts'
import { listOf } from './words.ts'

interface KnownValuesProps {
  label: AlertLabel
  /** What is typed already. */
  text: string
  onPick(value: string): void
}

const mostShown = 6
const dimensionOf: Partial<Record<AlertLabel, GroupKey>> = {
  provider: 'provider',
  sub_account: 'sub_account',
  service: 'service',
  region: 'region',
}

/** The costliest values the bill has of it, to pick instead of typing. */
export function KnownValues({ label, text, onPick }: KnownValuesProps) {
  const catalogue = useCatalogue().data
  const teamTag = catalogue?.tag_keys.find(({ key }) => isTeamKey(key))?.key
  const name = label !== 'team' ? dimensionOf[label] : teamTag === undefined ? undefined : (`tag:${teamTag}` as const)
  const values = useQuery({
    ...api.costs.values.queryOptions({ input: { name: name ?? 'provider', limit: 20 } }),
    enabled: name !== undefined,
  }).data?.data
  const typed = new Set(listOf(text).map((value) => value.toLowerCase()))
  const free = (name === undefined ? [] : (values ?? [])).filter(
    // What is told apart by commas cannot be typed with one.
    ({ value }) => value !== '' && !value.includes(',') && !typed.has(value.toLowerCase()),
  )
  if (free.length === 0) return null
  return (
    <p className="col-span-full flex flex-wrap items-center gap-x-1 text-small text-soft">
      In your bill:
      {free.slice(0, mostShown).map(({ value, name: called }) => (
        <Button key={value} size="small" tone="quiet" onClick={() => onPick(value)}>
          {called || value}
        </Button>
      ))}
    </p>
  )
}
