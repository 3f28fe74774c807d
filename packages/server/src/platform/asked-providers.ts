/** Providers a question is narrowed to, as the organisation's own bills write them. */
import { badInput } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { CurrentLedger } from '@kept/store/ledger/current-ledger.ts'
import { listValues } from '@kept/store/ledger/values.ts'
import { cloudNames, isCloudName, spelledAs } from '@kept/store/resources/provider-spelling.ts'
import type { Services } from './context.ts'

/** More than any organisation has. */
const most = 200

/** `asked` with commas between them, or said several times; none asked for: all of them. */
export async function askedProviders(
  { state }: Pick<Services, 'state'>,
  scope: Scope,
  { loadIds }: Pick<CurrentLedger, 'loadIds'>,
  asked: string | readonly string[] | undefined,
): Promise<string[]> {
  const names = [asked ?? []].flat().flatMap((text) => text.split(','))
  const given = names.map((name) => name.trim()).filter(Boolean)
  if (given.length === 0) return []
  const known = await listValues(state.warehouse, scope, loadIds, { key: 'provider', limit: most })
  const spelled = known.map(({ value }) => value)
  return [
    ...new Set(
      given.flatMap((name) => {
        const found = spelledAs(name, spelled)
        // A cloud that no bill is of yet has no costs; a word that is no provider at all is a mistake.
        if (found.some((value) => spelled.includes(value)) || isCloudName(name)) return found
        const valid = [...new Set([...spelled, ...cloudNames])].map((value) => `"${value}"`).join(', ')
        throw badInput(`There is no provider "${name}"; the providers are ${valid}.`)
      }),
    ),
  ]
}
