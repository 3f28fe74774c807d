import { type AlertLabel, isTeamKey } from '@kept/domain/alert-labels.ts'
import type { GroupKey } from '@kept/domain/cost-query.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useCatalog } from '../../spend/useCatalog.ts'
import { listOf } from './alert-text.ts'

interface KnownValuesProps {
  label: AlertLabel
  /** The typed text. */
  text: string
  onPick(value: string): void
}

const maxValues = 6
const dimensionOf: Partial<Record<AlertLabel, GroupKey>> = {
  provider: 'provider',
  sub_account: 'sub_account',
  service: 'service',
  region: 'region',
}

/** Suggests the most expensive values of the label in the bill. */
export function KnownValues({ label, text, onPick }: KnownValuesProps) {
  const catalog = useCatalog().data
  const teamTag = catalog?.tag_keys.find(({ key }) => isTeamKey(key))?.key
  const name = label !== 'team' ? dimensionOf[label] : teamTag === undefined ? undefined : (`tag:${teamTag}` as const)
  const values = useQuery({
    ...api.costs.values.queryOptions({ input: { name: name ?? 'provider', limit: 20 } }),
    enabled: name !== undefined,
  }).data?.data
  const typed = new Set(listOf(text).map((value) => value.toLowerCase()))
  const free = (name === undefined ? [] : (values ?? [])).filter(
    // Values are separated by commas, so a value cannot contain one.
    ({ value }) => value !== '' && !value.includes(',') && !typed.has(value.toLowerCase()),
  )
  if (free.length === 0) return null
  return (
    <p className="col-span-full flex flex-wrap items-center gap-x-1 text-small text-soft">
      In your bill:
      {free.slice(0, maxValues).map(({ value, name: called }) => (
        <Button key={value} size="small" tone="quiet" onClick={() => onPick(value)}>
          {called || value}
        </Button>
      ))}
    </p>
  )
}
