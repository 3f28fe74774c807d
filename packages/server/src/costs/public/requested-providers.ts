/** Parses a provider filter, into names as on the organization's own bills. */
import { badInput } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { CurrentLedger } from '@kept/store/ledger/current-ledger.ts'
import { listValues } from '@kept/store/ledger/values.ts'
import { cloudNames, isCloudName, spelledAs } from '@kept/store/resources/provider-spelling.ts'
import type { Services } from '../../platform/context.ts'

/** More than any organization has. */
const maxProviders = 200

/** `asked` is a comma-separated text or a list; without a value: all providers. */
export async function requestedProviders(
  { state }: Pick<Services, 'state'>,
  scope: Scope,
  { loadIds }: Pick<CurrentLedger, 'loadIds'>,
  requested: string | readonly string[] | undefined,
): Promise<string[]> {
  const names = [requested ?? []].flat().flatMap((text) => text.split(','))
  const requestedNames = names.map((name) => name.trim()).filter(Boolean)
  if (requestedNames.length === 0) return []
  const storedProviders = await listValues(state.warehouse, scope, loadIds, { key: 'provider', limit: maxProviders })
  const spelled = storedProviders.map(({ value }) => value)
  return [
    ...new Set(
      requestedNames.flatMap((name) => {
        const matches = spelledAs(name, spelled)
        // A known cloud without a bill has no costs; an unknown name is an error.
        if (matches.some((value) => spelled.includes(value)) || isCloudName(name)) return matches
        const valid = [...new Set([...spelled, ...cloudNames])].map((value) => `"${value}"`).join(', ')
        throw badInput(`Unknown provider "${name}". Use ${valid}.`)
      }),
    ),
  ]
}
